import { Wordmark } from './wordmark.tsx'

/** The name at the top of a small screen, where there is no sidebar to carry it. */
export function MobileHeader() {
  return (
    <div className="border-b border-line px-4 py-3 sm:hidden">
      <Wordmark />
    </div>
  )
}
