import type { OverlayOptions } from 'sharp'
import { type ProductFont, productFonts } from '../fonts/product-fonts.ts'
import { CARD_SIZE, escapeHtml } from './head-rules.ts'

export interface Card {
  /** Below what is shown. */
  caption: string
  /** Shown where there is no picture. */
  words: string
  /** A WebP thumbnail. */
  picture?: Buffer
}

const EDGE = 48
const CONTENT_SIZE = { width: CARD_SIZE.width - 2 * EDGE, height: 442 }
const CAPTION_TOP = 538
const TEXT_COLOUR = '#f3f0ec'
const MUTED_COLOUR = '#9b958e'

/** Nobody reads longer texts on a card. */
const WORDS_MAX = 240

/** Corners of a viewfinder around the content, and the logo next to its caption. */
const FRAME = `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_SIZE.width}" height="${CARD_SIZE.height}">
<path d="M24 60V24h36M1140 24h36v36M1176 570v36h-36M60 606H24v-36" fill="none" stroke="#75706a" stroke-width="2"/>
<g transform="translate(${EDGE} ${CAPTION_TOP})"><path d="M0 12V0h12M32 0h12v12M44 32v12H32M12 44H0V32" fill="none" stroke="${TEXT_COLOUR}" stroke-width="5"/><path d="M14 14h16v16H14z" fill="#ff4a2b"/></g>
</svg>`

/** The picture for a shared link: the result itself, or its text in large type. JPEG, 1200 by 630. */
export async function drawCard(card: Card): Promise<Buffer> {
  // Loaded with the first card, because many processes never draw one.
  const { default: sharp } = await import('sharp')
  const { sans, mono } = await productFonts()
  const text = (words: string, { font, fontfile }: ProductFont, style: { size: number; colour: string }) =>
    sharp({
      text: {
        text: `<span foreground="${style.colour}" line_height="0.85">${escapeHtml(words)}</span>`,
        font: font(style.size),
        fontfile,
        width: fontfile === sans.fontfile ? CONTENT_SIZE.width : CONTENT_SIZE.width - 80,
        rgba: true,
        dpi: 72,
        wrap: 'word-char',
      },
    })
  const caption = await text(oneLine(card.caption, 58), mono, { size: 30, colour: MUTED_COLOUR })
    .png()
    .toBuffer()
  return sharp({ create: { ...CARD_SIZE, channels: 3, background: '#000000' } })
    .composite([
      { input: Buffer.from(FRAME), left: 0, top: 0 },
      await drawContent(),
      { input: caption, left: EDGE + 72, top: CAPTION_TOP + 8 },
    ])
    .jpeg({ quality: 86, chromaSubsampling: '4:4:4' })
    .toBuffer()

  async function drawContent(): Promise<OverlayOptions> {
    if (card.picture) {
      const { data, info } = await sharp(card.picture)
        .resize({ ...CONTENT_SIZE, fit: 'inside' })
        .flatten({ background: TEXT_COLOUR })
        .png()
        .toBuffer({ resolveWithObject: true })
      return { input: data, left: Math.round((CARD_SIZE.width - info.width) / 2), top: EDGE + 6 }
    }
    const words = oneLine(card.words, WORDS_MAX)
    const size = words.length < 60 ? 84 : words.length < 140 ? 62 : 46
    const set = await text(words, sans, { size, colour: TEXT_COLOUR }).png().toBuffer()
    const { height } = await sharp(set).metadata()
    const input =
      height > CONTENT_SIZE.height
        ? await sharp(set)
            .extract(topOf(await sharp(set).metadata()))
            .png()
            .toBuffer()
        : set
    return { input, left: EDGE, top: EDGE + 16 }
  }
}

function topOf({ width }: { width: number }) {
  return { left: 0, top: 0, width, height: CONTENT_SIZE.height }
}

function oneLine(words: string, charactersMax: number): string {
  const plain = words.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
  const characters = [...plain]
  return characters.length > charactersMax ? `${characters.slice(0, charactersMax).join('')}…` : plain
}
