import { Markdown } from '../markdown/markdown.tsx'
import { SubPageHead } from '../navigation/sub-page-head.tsx'
import { differences } from './programs.ts'

export function DifferencesPage({ onClose }: { onClose: () => void }) {
  return (
    <article className="flex max-w-[48rem] flex-col gap-6">
      <SubPageHead title="Where we differ from OpenAI" above="Developers" onClose={onClose} />
      <p className="text-lg/7 text-muted">
        OpenAI’s clients work with this network as they are. What they can ask for and we don’t do is refused
        by name, or listed in the header Infra-Ignored. Nothing is ignored silently.
      </p>
      <Markdown text={differences} />
    </article>
  )
}
