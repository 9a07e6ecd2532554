export function NodesSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="flex min-h-dvh flex-col gap-10">
      <div className="h-7 w-3/5 animate-breathe bg-raised" />
      <div className="h-24 animate-breathe bg-raised" />
      <div className="grid gap-4 md:grid-cols-3">
        <div className="h-48 animate-breathe bg-raised" />
        <div className="h-48 animate-breathe bg-raised" />
        <div className="h-48 animate-breathe bg-raised" />
      </div>
      <div className="flex flex-col gap-px">
        {[1, 2, 3, 4, 5].map((row) => (
          <div key={row} className="h-16 animate-breathe bg-raised" />
        ))}
      </div>
    </div>
  )
}
