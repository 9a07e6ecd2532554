export const MAIN_ID = 'main'

export function SkipLink() {
  return (
    <a
      href={`#${MAIN_ID}`}
      className="sr-only bg-text px-4 py-3 font-mono text-sm font-semibold text-ground focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-30"
      onClick={(event) => {
        // The address stays as it is: a fragment in it would be a route of its own to go back through.
        event.preventDefault()
        document.getElementById(MAIN_ID)?.focus()
      }}
    >
      Skip to content
    </a>
  )
}
