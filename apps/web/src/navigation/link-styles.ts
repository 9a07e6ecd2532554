/** A link within a text. */
export const IN_TEXT = 'underline decoration-edge underline-offset-4 hover:decoration-text'

/** One of several views, of which the open one is marked. */
export const TAB =
  'flex min-h-11 items-center border-b-2 border-transparent font-mono text-sm text-muted hover:text-text aria-[current=page]:border-text aria-[current=page]:text-text'
