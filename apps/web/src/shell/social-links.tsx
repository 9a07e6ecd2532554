import { configuration } from '../bootstrap/configuration.ts'
import { Icon } from '../ui/icon.tsx'

export function SocialLinks() {
  const { links } = configuration
  if (!links) return null
  return (
    <ul aria-label="Elsewhere" className="-ml-2.5 flex gap-1">
      {places.map(({ name, label }) => (
        <li key={name}>
          <a
            href={links[name]}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={label}
            title={label}
            className="flex size-10 items-center justify-center text-muted transition-colors duration-100 hover:text-text"
          >
            <Icon name={name} size={20} />
          </a>
        </li>
      ))}
    </ul>
  )
}

const places = [
  { name: 'x', label: 'X page' },
  { name: 'dex', label: 'DEX pair explorer' },
  { name: 'telegram', label: 'Telegram group' },
] as const
