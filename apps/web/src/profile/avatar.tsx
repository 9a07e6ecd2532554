const SIDE = 5

/** A generated picture for an address: always the same, and easy to tell apart. */
export function Avatar({ address, size }: { address: string; size: number }) {
  return (
    <svg
      viewBox={`-1 -1 ${SIDE + 2} ${SIDE + 2}`}
      width={size}
      height={size}
      className="bg-raised text-text"
      aria-hidden="true"
    >
      {cellsOf(address).map(({ x, y }) => (
        <rect key={`${x} ${y}`} x={x} y={y} width="1.02" height="1.02" fill="currentColor" />
      ))}
    </svg>
  )
}

/** Fifteen bits of the address, mirrored: symmetric pictures are easier to recognise. */
export function cellsOf(address: string): { x: number; y: number }[] {
  const bits = Number.parseInt(address.slice(-6), 16)
  const half = Math.ceil(SIDE / 2)
  return Array.from({ length: SIDE * half }, (_, at) => ({ at, x: at % half, y: Math.floor(at / half) }))
    .filter(({ at }) => (bits >> at) & 1)
    .flatMap(({ x, y }) =>
      x === SIDE - 1 - x
        ? [{ x, y }]
        : [
            { x, y },
            { x: SIDE - 1 - x, y },
          ],
    )
}
