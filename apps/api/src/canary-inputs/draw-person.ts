import type { Chance } from './chance.ts'
import { anyColor, css, fade, type Place } from './shapes.ts'

const SKINS = ['#f3d3b8', '#e8b995', '#d19a6f', '#a86f47', '#7b4a2d', '#56331f']

/** Head and shoulders fill the square; the body continues below it. */
export function drawPerson({ x, y, size }: Place, chance: Chance): string {
  const skin = chance.pick(SKINS)
  const face = fade(chance, skin, shade(skin, 0.78), 'round')
  const cloth = anyColor(chance, { saturation: [15, 70], lightness: [22, 60] })
  const shirt = fade(chance, css(cloth, 8), css(cloth, -12))
  const hair = css({
    hue: chance.number(10, 45),
    saturation: chance.number(10, 60),
    lightness: chance.number(8, 55),
  })
  const [jaw, long] = [chance.number(34, 42), chance.number(-20, 60)]
  const behind = `<path d="M-50-34Q-52-98 0-98Q52-98 50-34L${46 + long / 8} ${long}H${-46 - long / 8}Z" fill="${hair}"/>`
  const body = `<path d="M-98 210Q-98 70-40 58L-18 46V10H18V46L40 58Q98 70 98 210Z" fill="${shirt.fill}"/><path d="M-20 8H20V46Q0 72-20 46Z" fill="${shade(skin, 0.82)}"/>`
  const head = `<path d="M-44-46Q-44-88 0-88Q44-88 44-46Q44 0 ${jaw - 14} 18Q0 34 ${14 - jaw} 18Q-44 0-44-46Z" fill="${face.fill}"/>`
  const fringe = `<path d="M-47-40Q-46-98 0-98Q46-98 47-40Q${chance.number(10, 40)}-70 ${chance.number(-30, 20)}-72Q-36-66-47-40Z" fill="${hair}"/>`
  const eyes = [-18, 18].map(
    (at) =>
      `<ellipse cx="${at}" cy="-34" rx="8" ry="5" fill="#fff"/><circle cx="${at}" cy="-34" r="4" fill="#2c2018"/><path d="M${at - 11}-45Q${at}-51 ${at + 11}-45" stroke="${hair}" stroke-width="3.5" fill="none"/>`,
  )
  const smile = chance.number(4, 12)
  const mouth = `<path d="M0-28L-5-10H4" fill="none" stroke="${shade(skin, 0.66)}" stroke-width="2.5"/><path d="M-15 2Q0 ${smile} 15 2Q0 ${smile + 7}-15 2Z" fill="#a8453f"/>`
  return `<defs>${face.defs}${shirt.defs}</defs><g transform="translate(${x} ${y}) scale(${size / 200})">${behind}${body}${head}${fringe}${eyes.join('')}${mouth}</g>`
}

function shade(color: string, part: number): string {
  const levels = [1, 3, 5].map((at) => Math.round(Number.parseInt(color.slice(at, at + 2), 16) * part))
  return `rgb(${levels.join(' ')})`
}
