import { strokesOf } from '../runners/draw-text.ts'

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** The things in the street, and their positions. */
export const inStreet: Record<string, Box> = {
  'stop sign': { x: 52, y: 82, width: 176, height: 176 },
  clock: { x: 380, y: 60, width: 180, height: 180 },
  'traffic light': { x: 285, y: 110, width: 42, height: 110 },
}

/** A street with things that a network for everyday photographs knows, drawn so plainly that it must find them. */
export const street = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400">
  <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#6fa8dc"/><stop offset="1" stop-color="#dfeaf3"/></linearGradient></defs>
  <rect width="600" height="400" fill="url(#sky)"/><rect y="330" width="600" height="70" fill="#6b7f56"/>
  ${stopSign(inStreet['stop sign']!)}${clock(inStreet.clock!)}${trafficLight(inStreet['traffic light']!)}
</svg>`

function stopSign({ x, y, width }: Box): string {
  const radius = width / 2
  const [cx, cy] = [x + radius, y + radius]
  const octagon = (size: number) =>
    Array.from({ length: 8 }, (_, corner) => {
      const angle = (corner + 0.5) * (Math.PI / 4)
      const reach = size / Math.cos(Math.PI / 8)
      return `${cx + reach * Math.cos(angle)},${cy + reach * Math.sin(angle)}`
    }).join(' ')
  const word = strokesOf('STOP')
  const scale = (radius * 1.4) / word.width
  return `<rect x="${cx - 6}" y="${cy}" width="12" height="${radius * 3}" fill="#888"/>
    <polygon points="${octagon(radius)}" fill="#fff"/><polygon points="${octagon(radius * 0.94)}" fill="#c1121f"/>
    <g transform="translate(${cx - radius * 0.7} ${cy - 50 * scale}) scale(${scale})" fill="none" stroke="#fff" stroke-width="20">${word.strokes}</g>`
}

function clock({ x, y, width }: Box): string {
  const radius = width / 2
  const hours = Array.from(
    { length: 12 },
    (_, hour) => `<path d="M0 -84 V-68" stroke-width="6" transform="rotate(${hour * 30})"/>`,
  )
  return `<g transform="translate(${x + radius} ${y + radius}) scale(${radius / 100})" stroke="#111">
    <circle r="94" fill="#fdfdf8" stroke-width="12"/>${hours.join('')}
    <path d="M0 0 L-35 -40" stroke-width="8"/><path d="M0 0 L10 -72" stroke-width="5"/></g>`
}

function trafficLight({ x, y, width, height }: Box): string {
  const lamp = (part: number, color: string) =>
    `<circle cx="${x + width / 2}" cy="${y + height * part}" r="${height * 0.13}" fill="${color}"/>`
  return `<rect x="${x + width / 2 - 5}" y="${y + height}" width="10" height="300" fill="#444"/>
    <rect x="${x}" y="${y}" width="${width}" height="${height}" rx="9" fill="#1b1b1b"/>
    ${lamp(0.19, '#ff3b30')}${lamp(0.5, '#3a3418')}${lamp(0.81, '#12351c')}`
}
