import type { Chance } from './chance.ts'
import { anyColor, css, fade, type Place, ring } from './shapes.ts'

/** Fills most of the square around its place. */
export type Thing = (place: Place, chance: Chance) => string

/** Drawn in a square from -100 to 100, with a fill of the thing's own color that has light and shade. */
function thing(
  draw: (paint: { fill: string; dark: string; light: string; other: string }, chance: Chance) => string,
): Thing {
  return ({ x, y, size }, chance) => {
    const color = anyColor(chance)
    const body = fade(chance, css(color, 16), css(color, -18), 'round')
    const other = css(anyColor(chance))
    const drawn = draw({ fill: body.fill, dark: css(color, -26), light: css(color, 26), other }, chance)
    const lean = chance.number(-7, 7)
    return `<defs>${body.defs}</defs><g transform="translate(${x} ${y}) rotate(${lean}) scale(${size / 200})">${drawn}</g>`
  }
}

const ball = thing(({ fill, other }, chance) => {
  const bend = chance.number(20, 70)
  return `<circle r="96" fill="${fill}"/><path d="M-90-30Q0 ${bend} 90-30M-90 30Q0 ${bend + 40} 90 30" fill="none" stroke="${other}" stroke-width="${chance.number(4, 14)}"/>`
})

const pear = thing(({ fill, dark }, chance) => {
  const [neck, belly] = [chance.number(18, 32), chance.number(56, 78)]
  return `<path d="M0-84C${neck}-84 ${neck}-40 ${neck + 10}-18C${belly} 8 ${belly + 6} 92 0 92C${-belly - 6} 92 ${-belly} 8 ${-neck - 10}-18C${-neck}-40 ${-neck}-84 0-84Z" fill="${fill}"/>
<path d="M-2-82Q2-98 12-100" stroke="#5b4226" stroke-width="7" fill="none"/><path d="M8-88Q40-104 56-84Q30-68 8-88Z" fill="${dark}"/>`
})

export const drawMug = thing(({ fill, dark, other }, chance) => {
  const band = chance.number(-30, 40)
  return `<path d="M44-44C110-60 110 50 48 38" fill="none" stroke="${dark}" stroke-width="16"/><path d="M-72-78H50L42 88Q-12 102-64 88Z" fill="${fill}"/>
<ellipse cx="-11" cy="-78" rx="61" ry="14" fill="${dark}"/><path d="M-69 ${band}H47" stroke="${other}" stroke-width="${chance.number(8, 24)}"/>`
})

const bottle = thing(({ fill, dark, other }, chance) => {
  const [neck, label] = [chance.number(12, 20), chance.number(-5, 30)]
  return `<path d="M${-neck}-92H${neck}V-50Q46-34 46 0V92Q0 102-46 92V0Q-46-34 ${-neck}-50Z" fill="${fill}"/><rect x="${-neck - 4}" y="-100" width="${neck * 2 + 8}" height="18" rx="4" fill="${dark}"/>
<rect x="-46" y="${label}" width="92" height="${chance.number(30, 50)}" fill="${other}"/>`
})

const hut = thing(({ fill, dark, light, other }, chance) => {
  const [roof, door] = [chance.number(-96, -76), chance.number(-50, 20)]
  return `<rect x="-78" y="-20" width="156" height="114" fill="${fill}"/><path d="M-98-16L0 ${roof}L98-16Z" fill="${other}"/>
<rect x="${door}" y="30" width="34" height="64" fill="${dark}"/><rect x="${door > -10 ? -60 : 30}" y="6" width="32" height="30" fill="${light}"/>`
})

const boat = thing(({ fill, dark, light }, chance) => {
  const mast = chance.number(-14, 14)
  return `<path d="M-96 44H96L66 92H-62Z" fill="${fill}"/><path d="M${mast}-94V44" stroke="${dark}" stroke-width="7"/>
<path d="M${mast - 6}-88V32H-82Z" fill="${light}"/><path d="M${mast + 8}-66V32H${chance.number(56, 80)}Z" fill="#ece6da"/>`
})

const tree = thing(({ dark, other }, chance) => {
  const leaf = anyColor(chance, { saturation: [25, 60], lightness: [24, 46] })
  const clumps = Array.from(
    { length: chance.integer(6, 11) },
    () =>
      `<circle cx="${chance.number(-54, 54)}" cy="${chance.number(-62, 10)}" r="${chance.number(24, 40)}" fill="${css(leaf, chance.number(-8, 10))}"/>`,
  )
  const fruits = Array.from(
    { length: chance.integer(0, 7) },
    () => `<circle cx="${chance.number(-54, 54)}" cy="${chance.number(-62, 10)}" r="7" fill="${other}"/>`,
  )
  return `<path d="M-10 96L-6 0H8L14 96Z" fill="#5d4430" stroke="${dark}"/>${clumps.join('')}${fruits.join('')}`
})

const flower = thing(({ fill, other }, chance) => {
  const count = chance.integer(5, 11)
  const [reach, broad] = [chance.number(30, 40), chance.number(10, 20)]
  const petals = ring(
    count,
    (turn) =>
      `<ellipse cy="${-reach}" rx="${broad}" ry="30" fill="${fill}" transform="rotate(${(turn * 180) / Math.PI})"/>`,
  )
  return `<path d="M0-20Q${chance.number(-20, 20)} 40 0 98" stroke="#47703a" stroke-width="8" fill="none"/><path d="M2 50Q40 20 62 34Q40 66 2 62Z" fill="#5a8a45"/><g transform="translate(0 -34)">${petals}<circle r="17" fill="${other}"/></g>`
})

export const drawUmbrella = thing(({ fill, light, dark }, chance) => {
  const side = chance.pick([-1, 1])
  return `<path d="M-96 6A96 92 0 0 1 96 6Q72-12 48 6Q24-12 0 6Q-24-12-48 6Q-72-12-96 6Z" fill="${fill}"/><path d="M0-86Q-50-50-48 6M0-86Q50-50 48 6" stroke="${light}" stroke-width="4" fill="none"/>
<path d="M0-96V76Q${side * 2} 96 ${side * 18} 94Q${side * 32} 92 ${side * 30} 78" stroke="${dark}" stroke-width="8" fill="none"/>`
})

const fish = thing(({ fill, dark, other }, chance) => {
  const [belly, tail] = [chance.number(36, 58), chance.number(26, 46)]
  return `<path d="M46 0L96 ${-tail}V${tail}Z" fill="${dark}"/><path d="M-96 0Q-30 ${-belly * 1.8} 60 0Q-30 ${belly * 1.8}-96 0Z" fill="${fill}"/><path d="M-20 ${-belly}Q10 ${-belly - 34} 34 ${-belly * 0.4}Z" fill="${other}"/>
<circle cx="-62" cy="-8" r="8" fill="#fff"/><circle cx="-63" cy="-8" r="4" fill="#111"/>`
})

const lamp = thing(({ fill, dark, light }, chance) => {
  const [top, bottom] = [chance.number(24, 44), chance.number(60, 92)]
  return `<path d="M${-top}-96H${top}L${bottom}-6H${-bottom}Z" fill="${light}"/><path d="M-7-6H7L10 70H-10Z" fill="${dark}"/><path d="M-22 10Q0 60-30 84H30Q0 60 22 10Z" fill="${fill}"/><ellipse cy="88" rx="46" ry="10" fill="${dark}"/>`
})

const cat = thing(({ fill, dark, light }, chance) => {
  const tail = chance.pick([-1, 1])
  return `<path d="M${tail * 44} 84Q${tail * 100} 70 ${tail * 84} 10" stroke="${dark}" stroke-width="16" stroke-linecap="round" fill="none"/><path d="M0-30C52-30 64 96 52 96H-52C-64 96-52-30 0-30Z" fill="${fill}"/>
<path d="M-50-36L-54-94L-22-74Q0-80 22-74L54-94L50-36Q42 2 0 2Q-42 2-50-36Z" fill="${fill}"/><g fill="${light}"><ellipse cx="-20" cy="-44" rx="10" ry="8"/><ellipse cx="20" cy="-44" rx="10" ry="8"/></g>
<g fill="#111"><circle cx="-20" cy="-44" r="5"/><circle cx="20" cy="-44" r="5"/><path d="M-6-28H6L0-20Z"/></g><path d="M-10-22L-60-30M-10-18L-60-14M10-22L60-30M10-18L60-14" stroke="${dark}" stroke-width="2"/>`
})

export const things: readonly Thing[] = [
  ball,
  pear,
  drawMug,
  bottle,
  hut,
  boat,
  tree,
  flower,
  drawUmbrella,
  fish,
  lamp,
  cat,
]
