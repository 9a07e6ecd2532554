/** A placeholder for a screen's heading and body. As tall as the window, so that the footer does not jump. */
export function Skeleton() {
  return (
    <div role="status" aria-label="Loading" className="flex min-h-dvh flex-col gap-6">
      <div className="h-9 w-2/5 max-w-xs animate-breathe bg-raised" />
      <div className="aspect-[3/1] w-full animate-breathe bg-raised" />
      <div className="h-5 w-3/4 max-w-xl animate-breathe bg-raised" />
      <div className="h-5 w-1/2 max-w-md animate-breathe bg-raised" />
    </div>
  )
}
