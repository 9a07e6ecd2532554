/** The colour scale of all charts. Heat always means activity. */
const stops = [
  [0x00, 0x00, 0x04],
  [0x42, 0x0a, 0x68],
  [0x93, 0x26, 0x67],
  [0xdd, 0x51, 0x3a],
  [0xfc, 0xa5, 0x0a],
  [0xfc, 0xff, 0xa4],
] as const

/** The colour of a heat between 0 (idle) and 1 (fully busy). */
export function inferno(heat: number): string {
  const place = Math.min(Math.max(heat, 0), 1) * (stops.length - 1)
  const below = Math.min(Math.floor(place), stops.length - 2)
  const [from, to] = [stops[below]!, stops[below + 1]!]
  const channel = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * (place - below))
  return `rgb(${channel(0)} ${channel(1)} ${channel(2)})`
}
