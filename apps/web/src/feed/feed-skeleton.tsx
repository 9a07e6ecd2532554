/** The shape of the wall while it's loading. */
export function FeedSkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading"
      className="grid min-h-dvh grid-cols-[repeat(auto-fill,minmax(14.5rem,1fr))] content-start gap-5"
    >
      {Array.from({ length: 12 }, (_, card) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same, and never change places.
        <div key={card} className="flex flex-col gap-3 pb-5">
          <div className="aspect-square animate-breathe bg-raised" />
          <div className="h-4 w-1/2 animate-breathe bg-raised" />
        </div>
      ))}
    </div>
  )
}
