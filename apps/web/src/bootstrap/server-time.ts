/** How far this machine's clock is behind the server's, because ages must be right even if the clock is a day off. */
let behindMs = 0

/** Every response has the server's time in its `date` header. */
export function noticeServerTime(date: string | null): void {
  const serverMs = Date.parse(date ?? '')
  // Its resolution is one second, so a small difference means nothing.
  if (Number.isFinite(serverMs))
    behindMs = Math.abs(serverMs - Date.now()) > 2_000 ? serverMs - Date.now() : 0
}

export function serverNow(): number {
  return Date.now() + behindMs
}
