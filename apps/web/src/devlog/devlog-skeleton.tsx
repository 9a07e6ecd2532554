export function DevlogSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="flex min-h-dvh flex-col">
      {[1, 2, 3].map((row) => (
        <div
          key={row}
          className="grid gap-x-10 gap-y-4 border-t border-line py-8 lg:grid-cols-[12rem_minmax(0,1fr)]"
        >
          <div className="h-4 w-32 animate-breathe bg-raised" />
          <div className="flex max-w-[44rem] flex-col gap-4">
            <div className="h-8 w-3/4 animate-breathe bg-raised" />
            <div className="h-24 animate-breathe bg-raised" />
          </div>
        </div>
      ))}
    </div>
  )
}
