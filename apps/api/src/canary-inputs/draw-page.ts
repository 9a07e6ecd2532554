import type { OverlayOptions } from 'sharp'
import { productFonts } from '../fonts/product-fonts.ts'
import type { Chance } from './chance.ts'
import { asPhotograph } from './paint-picture.ts'

const PAPERS = ['#ffffff', '#fbf8f0', '#f3efe4', '#eef1f4', '#f6f1f1', '#e9e4d6']
const INKS = ['#111111', '#1d2433', '#2b211a', '#33302e', '#0b2545', '#4a1414']

/** With more grain, the reader would miss words. */
const GRAIN_MAX = 8

/** Printed text on paper, as in a scan or a photograph: a column, one line, or scattered words. */
export async function drawPage(blocks: string[], layout: string, chance: Chance): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const letters = chance.integer(20, 34)
  const ink = chance.pick(INKS)
  const width = layout === 'line' ? undefined : letters * chance.integer(16, 30)
  const font = chance.pick(['sans', 'mono'] as const)
  const printed = await Promise.all(blocks.map((text) => print(text, { font, letters, ink, width })))
  const { size, overlays } = layout === 'sparse' ? scatter(printed, chance) : center(printed[0]!, chance)
  const page = await sharp({ create: { ...size, channels: 3, background: chance.pick(PAPERS) } })
    .composite(overlays)
    .removeAlpha()
    .raw()
    .toBuffer()
  return asPhotograph(page, size, chance, GRAIN_MAX)
}

interface Printed {
  input: Buffer
  width: number
  height: number
}

async function print(
  text: string,
  style: { font: 'sans' | 'mono'; letters: number; ink: string; width: number | undefined },
): Promise<Printed> {
  const { default: sharp } = await import('sharp')
  const { font, fontfile } = (await productFonts())[style.font]
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${style.ink}">${text}</span>`,
      font: font(style.letters),
      fontfile,
      ...(style.width !== undefined && { width: style.width, wrap: 'word' as const }),
      rgba: true,
      dpi: 72,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { input: data, width: info.width, height: info.height }
}

function center({ input, width, height }: Printed, chance: Chance) {
  const margin = () => chance.integer(28, 90)
  const [left, top] = [margin(), margin()]
  return {
    size: { width: left + width + margin(), height: top + height + margin() },
    overlays: [{ input, left, top }],
  }
}

/** In two columns, each block somewhere in its cell. */
function scatter(printed: Printed[], chance: Chance) {
  const cell = {
    width: Math.max(...printed.map(({ width }) => width)) + chance.integer(40, 90),
    height: Math.max(...printed.map(({ height }) => height)) + chance.integer(40, 90),
  }
  const overlays = printed.map(
    ({ input, width, height }, at): OverlayOptions => ({
      input,
      left: (at % 2) * cell.width + chance.integer(15, cell.width - width - 15),
      top: Math.floor(at / 2) * cell.height + chance.integer(15, cell.height - height - 15),
    }),
  )
  return {
    size: { width: cell.width * 2, height: cell.height * Math.ceil(printed.length / 2) },
    overlays,
  }
}
