import sharp from 'sharp'
import { expect, test } from 'vitest'
import { productFonts } from './product-fonts.ts'

/** How wide the text is in the product's fonts; in other fonts it is wider or narrower. */
test.for([
  ['sans', 186],
  ['mono', 249],
] as const)(
  'renders text in the %s font of the product, whatever fonts the machine has',
  async ([name, wide]) => {
    const { font, fontfile } = (await productFonts())[name]
    const { info } = await sharp({ text: { text: 'Paul agreed 7g', font: font(30), fontfile, dpi: 72 } })
      .png()
      .toBuffer({ resolveWithObject: true })
    expect(Math.abs(info.width - wide)).toBeLessThanOrEqual(2)
  },
)
