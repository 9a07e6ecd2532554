/** What a key may do and spend; a limit that is null doesn't apply. */
export interface KeyLimits {
  scopes: readonly string[]
  apps: readonly string[] | null
  networks: readonly string[] | null
  creditsTotal: number | null
  creditsPerDay: number
  creditsPerJob: number | null
  openMax: number
  expiresAt: Date
}

/** The parts of a change that would let a key do more than now. */
export function raisedBy(now: KeyLimits, change: Partial<KeyLimits>): (keyof KeyLimits)[] {
  const isRaised: { [K in keyof KeyLimits]: (from: KeyLimits[K], to: KeyLimits[K]) => boolean } = {
    scopes: hasMore,
    apps: hasMore,
    networks: hasMore,
    creditsTotal: isMore,
    creditsPerDay: isMore,
    creditsPerJob: isMore,
    openMax: isMore,
    expiresAt: (from, to) => to > from,
  }
  const names = Object.keys(isRaised) as (keyof KeyLimits)[]
  return names.filter((name) => {
    const to = change[name]
    return to !== undefined && (isRaised[name] as (from: unknown, to: unknown) => boolean)(now[name], to)
  })
}

function hasMore(from: readonly string[] | null, to: readonly string[] | null): boolean {
  if (from === null) return false
  return to === null || to.some((item) => !from.includes(item))
}

function isMore(from: number | null, to: number | null): boolean {
  if (from === null) return false
  return to === null || to > from
}
