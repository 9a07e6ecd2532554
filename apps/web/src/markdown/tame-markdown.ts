/** What is longer is shown, but as it was written: no answer of ours is, and reading it must not hold up the page. */
export const MARKDOWN_CHARACTERS_MAX = 6_000

const MARKERS_MAX = 10
const INDENT_MAX = 40

const MARKERS = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])))+/
const MARKER = />|[-+*]|\d{1,9}[.)]/g

/** Bounds what a reader of markdown must do: quotes and lists are nested no deeper than anyone means them to be. */
export function tameMarkdown(text: string): { markdown: string; rest: string } {
  const end = text.length > MARKDOWN_CHARACTERS_MAX ? cutBefore(text, MARKDOWN_CHARACTERS_MAX) : text.length
  return { markdown: text.slice(0, end).split('\n').map(tameLine).join('\n'), rest: text.slice(end) }
}

function tameLine(line: string): string {
  const indent = /^[ \t]*/.exec(line)![0]
  const shallow = indent.length > INDENT_MAX ? ' '.repeat(INDENT_MAX) + line.slice(indent.length) : line
  const markers = MARKERS.exec(shallow)?.[0]
  if (!markers) return shallow
  const beyond = [...markers.matchAll(MARKER)][MARKERS_MAX]
  // Escaped, the first one too many is text, and so is all that follows it.
  return beyond ? `${shallow.slice(0, beyond.index)}\\${shallow.slice(beyond.index)}` : shallow
}

/** At the end of a line if one is near, and never within a character. */
function cutBefore(text: string, max: number): number {
  const line = text.lastIndexOf('\n', max)
  if (line > max / 2) return line
  return /[\ud800-\udbff]/.test(text[max - 1]!) ? max - 1 : max
}
