import type { Chance } from './chance.ts'
import type { Size } from './paint-picture.ts'
import { anyColor, css, fade, ridge } from './shapes.ts'

type Backdrop = (chance: Chance, size: Size) => string

/** Sky, a few rows of hills, and a meadow or water in front. */
export const drawLandscape: Backdrop = (chance, { width, height }) => {
  const horizon = height * chance.number(0.4, 0.68)
  const sky = anyColor(chance, { saturation: [20, 70], lightness: [45, 75] })
  const ground = anyColor(chance, { saturation: [15, 50], lightness: [22, 50] })
  const air = fade(chance, css(sky, -20), css({ ...sky, hue: sky.hue + chance.number(-60, 60) }, 15))
  const land = fade(chance, css(ground, 12), css(ground, -14))
  const sun = `<circle cx="${chance.number(0.1, 0.9) * width}" cy="${horizon * chance.number(0.15, 0.8)}" r="${height * chance.number(0.03, 0.09)}" fill="#fff3d6" fill-opacity="${chance.number(0.5, 0.95)}"/>`
  const hills = Array.from({ length: chance.integer(1, 3) }, (_, at) => {
    const rise = { top: horizon * (0.85 + at * 0.08), rise: height * 0.22, steps: chance.integer(5, 14) }
    return `<path d="${ridge(chance, { width, height: horizon + 2 }, rise)}" fill="${css({ ...ground, hue: (ground.hue + sky.hue) / 2 }, 14 - at * 9)}"/>`
  })
  return `<defs>${air.defs}${land.defs}</defs><rect width="${width}" height="${height}" fill="${air.fill}"/>${sun}${hills.join('')}
<rect y="${horizon}" width="${width}" height="${height - horizon}" fill="${land.fill}"/>${strokes(chance, { top: horizon, width, height })}`
}

/** A wall and a table. */
export const drawRoom: Backdrop = (chance, { width, height }) => {
  const edge = height * chance.number(0.66, 0.82)
  const wall = anyColor(chance, { saturation: [4, 35], lightness: [60, 82] })
  const wood = anyColor(chance, { saturation: [15, 45], lightness: [26, 46] })
  const paint = fade(chance, css(wall, 8), css(wall, -14))
  const board = fade(chance, css(wood, 8), css(wood, -10))
  const stripes = chance.isTrue(0.4)
    ? Array.from(
        { length: chance.integer(6, 16) },
        (_, at) =>
          `<rect x="${at * width * 0.09}" width="${width * 0.03}" height="${edge}" fill="${css(wall, 5)}" fill-opacity=".5"/>`,
      ).join('')
    : ''
  return `<defs>${paint.defs}${board.defs}</defs><rect width="${width}" height="${height}" fill="${paint.fill}"/>${stripes}
<rect y="${edge}" width="${width}" height="${height - edge}" fill="${board.fill}"/>${strokes(chance, { top: edge, width, height })}`
}

/** Houses with windows, and a road. */
export const drawTown: Backdrop = (chance, { width, height }) => {
  const ground = height * chance.number(0.7, 0.84)
  const sky = anyColor(chance, { saturation: [15, 60], lightness: [58, 80] })
  const air = fade(chance, css(sky, -8), css(sky, 12))
  const facades: string[] = []
  for (let x = -width * 0.05; x < width; ) {
    const facade = {
      x,
      width: width * chance.number(0.1, 0.26),
      top: ground - height * chance.number(0.2, 0.55),
    }
    facades.push(drawFacade(chance, { ...facade, bottom: ground }))
    x += facade.width + width * chance.number(0, 0.06)
  }
  const road = anyColor(chance, { saturation: [2, 18], lightness: [28, 52] })
  return `<defs>${air.defs}</defs><rect width="${width}" height="${height}" fill="${air.fill}"/>${facades.join('')}
<rect y="${ground}" width="${width}" height="${height - ground}" fill="${css(road)}"/>${strokes(chance, { top: ground, width, height })}`
}

function drawFacade(
  chance: Chance,
  facade: { x: number; width: number; top: number; bottom: number },
): string {
  const wall = anyColor(chance, { saturation: [8, 40], lightness: [40, 72] })
  const columns = chance.integer(2, 4)
  const rows = chance.integer(2, 5)
  const [across, down] = [facade.width / columns, (facade.bottom - facade.top) / (rows + 0.5)]
  const windows = Array.from({ length: columns * rows }, (_, at) => {
    const x = facade.x + across * ((at % columns) + 0.25)
    const y = facade.top + down * (Math.floor(at / columns) + 0.3)
    return `<rect x="${x}" y="${y}" width="${across * 0.5}" height="${down * 0.55}"/>`
  })
  const glass = chance.isTrue(0.3) ? '#f2d58a' : css(wall, -28)
  return `<rect x="${facade.x}" y="${facade.top}" width="${facade.width}" height="${facade.bottom - facade.top}" fill="${css(wall)}"/><g fill="${glass}">${windows.join('')}</g>`
}

/** Strokes that turn a plain surface into grass, boards or waves. */
function strokes(chance: Chance, { top, width, height }: Size & { top: number }): string {
  const lines = Array.from({ length: chance.integer(8, 40) }, () => {
    const [x, y] = [chance.number(-0.1, 1) * width, chance.number(top, height)]
    return `M${x.toFixed(1)} ${y.toFixed(1)}h${(width * chance.number(0.03, 0.3)).toFixed(1)}`
  })
  const color = chance.isTrue(0.5) ? '#fff' : '#000'
  return `<path d="${lines.join('')}" stroke="${color}" stroke-opacity="${chance.number(0.06, 0.22)}" stroke-width="${chance.number(1.5, 5)}" fill="none"/>`
}

export const backdrops: readonly Backdrop[] = [drawLandscape, drawRoom, drawTown]
