import type { ComponentProps } from 'react'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-names.ts'

type Look = 'hot' | 'plain' | 'quiet' | 'danger'

interface ButtonProps extends ComponentProps<'button'> {
  /** `hot` is the primary action: at most one per screen. `danger` cannot be undone. */
  look?: Look
  icon?: IconName
}

export function Button({ look = 'plain', icon, children, className = '', ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} className={`${buttonLook(look)} ${className}`}>
      {icon && <Icon name={icon} size={16} />}
      {children}
    </button>
  )
}

/** Shared with links that look like a button. */
export function buttonLook(look: Look): string {
  return `${shape} ${looks[look]}`
}

const shape =
  'inline-flex min-h-11 items-center justify-center gap-2.5 px-5 font-mono text-sm font-semibold transition-colors duration-100 disabled:cursor-progress disabled:opacity-60'

const looks: Record<Look, string> = {
  hot: 'bg-hot text-ground hover:bg-text disabled:hover:bg-hot',
  plain: 'border border-edge text-text hover:border-text hover:bg-raised',
  danger: 'border border-danger/60 text-danger hover:border-danger hover:bg-danger hover:text-ground',
  quiet: 'text-muted underline-offset-4 hover:text-text hover:underline',
}
