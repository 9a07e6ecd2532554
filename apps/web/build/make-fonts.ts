import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

/** Each of our fonts and its source. Their licence (OFL) demands a name of its own for a changed font. */
const sources = {
  'infra-mono-400': '@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2',
  'infra-mono-600': '@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-600-normal.woff2',
  'infra-sans-400': '@fontsource/source-sans-3/files/source-sans-3-latin-400-normal.woff2',
  'infra-sans-600': '@fontsource/source-sans-3/files/source-sans-3-latin-600-normal.woff2',
}

/** The characters of our own texts beyond ASCII. The stylesheet names the same as `unicode-range`. */
const BEYOND_ASCII = '\u00a0©²·×–—‘’“”…←↑→↓−'

const OPTIONS = {
  targetFormat: 'woff2' as const,
  // Kerning, ligatures and tabular figures. Other features add glyphs that none of our styles uses.
  keepFeatures: ['kern', 'liga', 'tnum'],
  // Hinting is for low-resolution screens, and makes up a third of the mono fonts; the sans fonts never had any.
  noHinting: true,
}

export const folder = fileURLToPath(new URL('../src/fonts/', import.meta.url))

/** Each font as a file of five to eight kilobytes instead of sixteen, so that it arrives with the first packets. */
export async function makeFonts(): Promise<Record<string, Buffer>> {
  const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(0x20 + index)).join('')
  const made = Object.entries(sources).map(async ([name, source]) => {
    const whole = await readFile(fileURLToPath(import.meta.resolve(source)))
    return [`${name}.woff2`, await subsetFont(whole, ascii + BEYOND_ASCII, OPTIONS)]
  })
  return Object.fromEntries(await Promise.all(made))
}

// As a program (`npm run fonts`) it writes them where the stylesheet finds them.
if (import.meta.main)
  for (const [file, bytes] of Object.entries(await makeFonts())) await writeFile(folder + file, bytes)
