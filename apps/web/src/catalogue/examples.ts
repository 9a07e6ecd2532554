const pictures = import.meta.glob<string>('./examples/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
})
const texts = import.meta.glob<string>('./examples/*.txt', { eager: true, query: '?raw', import: 'default' })

/** The app's example (`npm run examples`), shown until there are public results. */
export function exampleOf(appId: string): { picture?: string; text?: string } {
  return {
    picture: pictures[`./examples/${appId}.webp`],
    text: texts[`./examples/${appId}.txt`],
  }
}
