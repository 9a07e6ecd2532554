import type { ComponentProps } from 'react'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-names.ts'

type Variant = 'primary' | 'secondary' | 'text' | 'danger'

interface ButtonProps extends ComponentProps<'button'> {
  /** `primary`: at most one per screen. `danger` cannot be undone. */
  variant?: Variant
  icon?: IconName
}

export function Button({ variant = 'secondary', icon, children, className = '', ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} className={`${buttonStyle(variant)} ${className}`}>
      {icon && <Icon name={icon} size={16} />}
      {children}
    </button>
  )
}

/** Shared with links that look like a button. */
export function buttonStyle(variant: Variant): string {
  return `${shape} ${styles[variant]}`
}

const shape =
  'inline-flex min-h-11 items-center justify-center gap-2.5 px-5 font-mono text-sm font-semibold transition-colors duration-100 disabled:cursor-progress disabled:opacity-60'

const styles: Record<Variant, string> = {
  primary: 'bg-hot text-ground hover:bg-text disabled:hover:bg-hot',
  secondary: 'border border-edge text-text hover:border-text hover:bg-raised',
  danger: 'border border-danger/60 text-danger hover:border-danger hover:bg-danger hover:text-ground',
  text: 'text-muted underline-offset-4 hover:text-text hover:underline',
}
