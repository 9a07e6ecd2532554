import { configuration } from '../bootstrap/configuration.ts'
import { Link } from '../navigation/link.tsx'
import { chainName } from './chain-name.ts'

export function Footer() {
  return (
    <footer className="label mt-auto flex flex-wrap gap-x-8 gap-y-2 border-t border-line px-4 py-5 text-muted sm:px-8 lg:px-12">
      <p suppressHydrationWarning>© {new Date().getFullYear()} Infra</p>
      <p>{chainName(configuration)}</p>
      <Link to="/nodes" search={{ about: 'trust' }} className="hover:text-text hover:underline">
        How results are checked
      </Link>
    </footer>
  )
}
