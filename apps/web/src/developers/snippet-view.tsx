import { CopyButton } from '../ui/copy-button.tsx'

/** Code to copy. It scrolls sideways, because a wrapped line reads like two. */
export function SnippetView({ title, code }: { title: string; code: string }) {
  return (
    <figure className="flex min-w-0 flex-col border border-edge">
      <figcaption className="flex flex-wrap items-center justify-between gap-3 border-b border-edge px-4 py-2">
        <span className="font-mono text-sm text-muted">{title}</span>
        <CopyButton text={code} label="Copy" />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      <pre tabIndex={0} className="overflow-x-auto bg-raised p-4 font-mono text-sm/6">
        <code>{code}</code>
      </pre>
    </figure>
  )
}
