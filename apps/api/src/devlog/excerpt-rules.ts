/** The first paragraph of a markdown text as plain words, cut at a word if it's longer. */
export function excerptOf(markdown: string, charactersMax: number): string {
  const first = markdown.trim().split(/\n\s*\n/, 1)[0]!
  const plain = first
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*_`#>]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (plain.length <= charactersMax) return plain
  return `${plain.slice(0, charactersMax).replace(/\s+\S*$/, '')}…`
}
