import { useMemo } from 'react'
import { inferno } from './inferno.ts'

/** A warm box in the image, in cells. Its edge fades out over `blur` cells. */
export interface Source {
  x: number
  y: number
  width: number
  height: number
  heat: number
  blur?: number
}

interface ThermalImageProps {
  columns: number
  rows: number
  sources: readonly Source[]
  className?: string
}

const CELL = 10
const LEVELS = 24
/** Sensor noise: no cell is fully dark. */
const NOISE_HEAT = 0.035

/** A thermal image of the sources: one square per cell, coloured on the inferno scale. */
export function ThermalImage({ columns, rows, sources, className = '' }: ThermalImageProps) {
  const paths = useMemo(() => pathsByLevel(columns, rows, sources), [columns, rows, sources])
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${columns * CELL} ${rows * CELL}`}
      className={`block h-auto w-full ${className}`}
    >
      {paths.map(({ level, path }) => (
        <path key={level} d={path} fill={inferno(level / LEVELS)} />
      ))}
    </svg>
  )
}

/** One path per heat level, not one element per cell: some twenty elements instead of a thousand. */
function pathsByLevel(columns: number, rows: number, sources: readonly Source[]) {
  const paths = new Map<number, string>()
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const level = Math.round(heatAt(column, row, sources) * LEVELS * 4) / 4
      const square = `M${column * CELL} ${row * CELL}h${CELL - 1}v${CELL - 1}h${1 - CELL}z`
      paths.set(level, (paths.get(level) ?? '') + square)
    }
  }
  return [...paths].map(([level, path]) => ({ level, path }))
}

function heatAt(column: number, row: number, sources: readonly Source[]): number {
  let heat = NOISE_HEAT * noise(column, row)
  for (const source of sources) {
    const { blur = 1.5 } = source
    const away = Math.hypot(
      Math.max(source.x - column, 0, column - (source.x + source.width - 1)),
      Math.max(source.y - row, 0, row - (source.y + source.height - 1)),
    )
    const reach = source.heat * Math.exp(-((away / blur) ** 2)) * (0.82 + 0.18 * noise(row, column))
    heat = Math.max(heat, reach)
  }
  return heat
}

/** Between 0 and 1, and always the same for a cell. */
function noise(a: number, b: number): number {
  const wave = Math.sin(a * 127.1 + b * 311.7) * 43758.5453
  return wave - Math.floor(wave)
}
