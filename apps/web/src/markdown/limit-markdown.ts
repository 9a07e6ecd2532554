/** Longer text is shown as source: none of our answers is that long, and parsing it must not block the page. */
export const MARKDOWN_CHARACTERS_MAX = 6_000

const MARKERS_MAX = 10
const INDENT_MAX = 40

const MARKERS = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])))+/
const MARKER = />|[-+*]|\d{1,9}[.)]/g

/** Limits the work of the parser: how deep quotes and lists may be nested. */
export function limitMarkdown(text: string): { markdown: string; rest: string } {
  const end = text.length > MARKDOWN_CHARACTERS_MAX ? cutBefore(text, MARKDOWN_CHARACTERS_MAX) : text.length
  return { markdown: text.slice(0, end).split('\n').map(limitLine).join('\n'), rest: text.slice(end) }
}

function limitLine(line: string): string {
  const indent = /^[ \t]*/.exec(line)![0]
  const shallow = indent.length > INDENT_MAX ? ' '.repeat(INDENT_MAX) + line.slice(indent.length) : line
  const markers = MARKERS.exec(shallow)?.[0]
  if (!markers) return shallow
  const beyond = [...markers.matchAll(MARKER)][MARKERS_MAX]
  // Escaping the first marker beyond the limit makes it and everything after it text.
  return beyond ? `${shallow.slice(0, beyond.index)}\\${shallow.slice(beyond.index)}` : shallow
}

/** Cuts at the end of a line if one is near, and never within a character. */
function cutBefore(text: string, max: number): number {
  const line = text.lastIndexOf('\n', max)
  if (line > max / 2) return line
  return /[\ud800-\udbff]/.test(text[max - 1]!) ? max - 1 : max
}
