const pictures = import.meta.glob<string>('./examples/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
})
const texts = import.meta.glob<string>('./examples/*.txt', { eager: true, query: '?raw', import: 'default' })

/** What the app made for the catalogue (`npm run examples`), to be shown until people have made something. */
export function exampleOf(appId: string): { picture?: string; text?: string } {
  return {
    picture: pictures[`./examples/${appId}.webp`],
    text: texts[`./examples/${appId}.txt`],
  }
}
