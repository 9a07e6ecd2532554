import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

/** By the name of ours: what it is cut out of. Under names of our own, as the licence of the faces (OFL) asks of what is changed. */
const faces = {
  'infra-mono-400': '@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2',
  'infra-mono-600': '@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-600-normal.woff2',
  'infra-sans-400': '@fontsource/source-sans-3/files/source-sans-3-latin-400-normal.woff2',
  'infra-sans-600': '@fontsource/source-sans-3/files/source-sans-3-latin-600-normal.woff2',
}

/** What our own words are written with: ASCII and this. The stylesheet names the same as `unicode-range`. */
const BEYOND_ASCII = '\u00a0©²·×–—‘’“”…←↑→↓−'

const OPTIONS = {
  targetFormat: 'woff2' as const,
  // Kerning, ligatures, and figures of one width. The others bring letters along that no style of ours asks for.
  keepFeatures: ['kern', 'liga', 'tnum'],
  // Hints are for screens of coarse pixels, and a third of the mono faces; the sans faces never had any.
  noHinting: true,
}

export const folder = fileURLToPath(new URL('../src/fonts/', import.meta.url))

/** Each face as a file of five to eight kilobytes instead of sixteen: it comes with the first packets. */
export async function makeFonts(): Promise<Record<string, Buffer>> {
  const ascii = Array.from({ length: 95 }, (_, place) => String.fromCharCode(0x20 + place)).join('')
  const made = Object.entries(faces).map(async ([name, source]) => {
    const whole = await readFile(fileURLToPath(import.meta.resolve(source)))
    return [`${name}.woff2`, await subsetFont(whole, ascii + BEYOND_ASCII, OPTIONS)]
  })
  return Object.fromEntries(await Promise.all(made))
}

// As a program (`npm run fonts`) it writes them where the stylesheet finds them.
if (import.meta.main)
  for (const [file, bytes] of Object.entries(await makeFonts())) await writeFile(folder + file, bytes)
