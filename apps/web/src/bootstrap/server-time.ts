/** How far this machine's clock is behind the network's: ages must be right on a machine whose clock is a day off. */
let behindMs = 0

/** Every answer says what time it is there. */
export function noticeServerTime(date: string | null): void {
  const said = Date.parse(date ?? '')
  // To the second only, so a small difference says nothing.
  if (Number.isFinite(said)) behindMs = Math.abs(said - Date.now()) > 2_000 ? said - Date.now() : 0
}

export function serverNow(): number {
  return Date.now() + behindMs
}
