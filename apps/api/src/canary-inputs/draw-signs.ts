import type { Chance } from './chance.ts'
import { type Place, ring } from './shapes.ts'

/**
 * Things that a network trained on everyday photographs finds although they're only drawn. Each fills the square around its place; what it
 * stands on goes below.
 */
export type Sign = (place: Place, chance: Chance) => string

const octagonOf = ({ x, y, size }: Place, part: number) => {
  const reach = (size * part) / 2 / Math.cos(Math.PI / 8)
  return ring(
    8,
    (turn) => `${x + reach * Math.cos(turn + Math.PI / 8)},${y + reach * Math.sin(turn + Math.PI / 8)}`,
  )
}

/** The four letters, 100 high, as strokes. */
const STOP =
  'M62 16C52-6 4-6 4 25C4 60 66 40 66 74C66 106 10 106 0 82M92 0H164M128 0V100M234 0A44 50 0 1 0 234 100A44 50 0 1 0 234 0ZM304 100V0H342A27 27 0 0 1 342 54H304'

export const drawStopSign: Sign = (place, chance) => {
  const { x, y, size } = place
  const scale = (size * chance.number(0.66, 0.74)) / 369
  const red = chance.pick(['#c1121f', '#b3121d', '#a81622', '#cc2029'])
  const post = size * chance.number(0.05, 0.09)
  return `<rect x="${x - post / 2}" y="${y}" width="${post}" height="${size * 3}" fill="${chance.pick(['#888', '#8b9093', '#6f7376', '#7d6a55'])}"/>
<polygon points="${octagonOf(place, 1)}" fill="#f7f7f4"/><polygon points="${octagonOf(place, 0.94)}" fill="${red}"/>
<path transform="translate(${x - 184 * scale} ${y - 50 * scale}) scale(${scale})" d="${STOP}" fill="none" stroke="#fff" stroke-width="${chance.number(17, 23)}"/>`
}

export const drawClock: Sign = ({ x, y, size }, chance) => {
  const minutes = chance.integer(0, 719)
  const dial = chance.pick(['#fdfdf8', '#f4efe0', '#ffffff', '#e8edf0'])
  const rim = chance.pick(['#111', '#3b2a1a', '#5a1d1d', '#22384f'])
  const marks = ring(12, (turn) => {
    const degrees = (turn * 180) / Math.PI
    const isQuarter = Math.round(degrees) % 90 === 0
    return `<path d="M0-84V${isQuarter ? -64 : -71}" stroke-width="${isQuarter ? 8 : 5}" transform="rotate(${degrees})"/>`
  })
  return `<g transform="translate(${x} ${y}) scale(${size / 200})" stroke="#111" stroke-linecap="round">
<circle r="94" fill="${dial}" stroke="${rim}" stroke-width="12"/>${marks}
<path d="M0 8V-48" stroke-width="8" transform="rotate(${minutes / 2})"/><path d="M0 10V-72" stroke-width="5" transform="rotate(${(minutes % 60) * 6})"/><circle r="5" fill="#111"/></g>`
}

export const drawTrafficLight: Sign = ({ x, y, size }, chance) => {
  const width = size * chance.number(0.36, 0.42)
  const lit = chance.integer(0, 2)
  const lamp = (index: number, bright: string, dark: string) =>
    `<circle cx="${x}" cy="${y + (index - 1) * size * 0.31}" r="${size * 0.13}" fill="${index === lit ? bright : dark}"/>`
  return `<rect x="${x - size * 0.05}" y="${y + size / 2}" width="${size * 0.1}" height="${size * 3}" fill="#444"/>
<rect x="${x - width / 2}" y="${y - size / 2}" width="${width}" height="${size}" rx="${size * 0.08}" fill="${chance.pick(['#1b1b1b', '#20231f', '#262320'])}"/>
${lamp(0, '#ff3b30', '#3d1512')}${lamp(1, '#ffc02e', '#3a3418')}${lamp(2, '#2fe06b', '#12351c')}`
}
