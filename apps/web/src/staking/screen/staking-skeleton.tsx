export function StakingSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="flex min-h-dvh flex-col gap-8">
      <div className="h-24 animate-breathe bg-raised" />
      <div className="grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="h-96 animate-breathe bg-raised" />
        <div className="h-96 animate-breathe bg-raised" />
      </div>
    </div>
  )
}
