import type { Chance } from './chance.ts'

/** The middle of a square, and its side. */
export interface Place {
  x: number
  y: number
  size: number
}

/** Repeats something at equal angles around a circle, in radians. */
export function ring(count: number, at: (turn: number) => string): string {
  return Array.from({ length: count }, (_, index) => at((index * 2 * Math.PI) / count)).join(' ')
}

export interface Color {
  hue: number
  saturation: number
  lightness: number
}

export function anyColor(chance: Chance, { saturation = [25, 85], lightness = [28, 68] } = {}): Color {
  return {
    hue: chance.number(0, 360),
    saturation: chance.number(saturation[0]!, saturation[1]!),
    lightness: chance.number(lightness[0]!, lightness[1]!),
  }
}

/** A CSS color, lighter or darker by this many percent. */
export function css({ hue, saturation, lightness }: Color, lighter = 0): string {
  const level = Math.max(3, Math.min(97, lightness + lighter))
  return `hsl(${hue.toFixed(1)} ${saturation.toFixed(1)}% ${level.toFixed(1)}%)`
}

/** A gradient from one color to another, and the definition that it needs. */
export function fade(
  chance: Chance,
  from: string,
  to: string,
  shape: 'down' | 'round' = 'down',
): { fill: string; defs: string } {
  const id = `f${chance.bytes(6).toString('hex')}`
  const stops = `<stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/>`
  const defs =
    shape === 'down'
      ? `<linearGradient id="${id}" x2="0" y2="1">${stops}</linearGradient>`
      : `<radialGradient id="${id}" cx="${chance.number(0.3, 0.45)}" cy="${chance.number(0.25, 0.45)}" r=".75">${stops}</radialGradient>`
  return { fill: `url(#${id})`, defs }
}

/** A line of points from left to right that rises and falls, closed down to the bottom of the drawing. */
export function ridge(
  chance: Chance,
  { width, height }: { width: number; height: number },
  { top, rise, steps }: { top: number; rise: number; steps: number },
): string {
  const points = Array.from(
    { length: steps + 1 },
    (_, at) => `${((at * width) / steps).toFixed(1)} ${(top - chance.number(0, rise)).toFixed(1)}`,
  )
  return `M0 ${height}L${points.join('L')}L${width} ${height}Z`
}
