import { type SnippetFileName, snippetFileNames } from '@infra/protocol/programs/snippets'
import { Link } from '../navigation/link.tsx'
import { TAB } from '../navigation/link-styles.ts'
import { programLabels } from './programs.ts'

/** The ways to call the network, each with its own address. */
export function ProgramLinks({ open, app }: { open: SnippetFileName; app: string }) {
  return (
    <nav aria-label="Ways to call" className="min-w-0">
      <ul className="flex flex-wrap items-center gap-x-6">
        {snippetFileNames.map((name) => (
          <li key={name}>
            <Link
              to="/developers"
              search={{ with: name, app }}
              aria-current={name === open ? 'page' : undefined}
              className={TAB}
            >
              {programLabels[name]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
