export const MAIN_ID = 'main'

export function SkipLink() {
  return (
    <a
      href={`#${MAIN_ID}`}
      className="sr-only bg-text px-4 py-3 font-mono text-sm font-semibold text-ground focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-30"
      onClick={(event) => {
        // Keep the address: a fragment would add a history entry.
        event.preventDefault()
        document.getElementById(MAIN_ID)?.focus()
      }}
    >
      Skip to content
    </a>
  )
}
