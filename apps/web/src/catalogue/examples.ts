const pictures = import.meta.glob<string>('./examples/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
})
const texts = import.meta.glob<string>('./examples/*.txt', { eager: true, query: '?raw', import: 'default' })

/** The apps whose picture has the input on the left and the output on the right. */
export const pairs: ReadonlySet<string> = new Set(['cut-out', 'erase-fill', 'upscale'])

/** The app's example (`npm run examples`). */
export function exampleOf(appId: string): { picture?: string; text?: string } {
  return {
    picture: pictures[`./examples/${appId}.webp`],
    text: texts[`./examples/${appId}.txt`],
  }
}
