import { lexer, type MarkedToken, type Token } from 'marked'
import { createElement, memo, type ReactNode } from 'react'
import { cleanText } from './clean-text.ts'
import { decodeEntities } from './decode-entities.ts'
import { limitMarkdown } from './limit-markdown.ts'
import { targetOf } from './link-rules.ts'
import { MarkdownLink } from './markdown-link.tsx'

/** How deep emphasis may be nested: nobody means more, and each level is an element. */
const DEPTH_MAX = 24

/** How many rows of a list or table are rendered: thousands of elements in one answer would block the page. */
const ROWS_MAX = 200

/**
 * Renders the markdown of Infra's answers and of the devlog. It creates elements from the parser's tokens, without any HTML, so nothing that is not
 * created here can appear. No pictures: loading one would reveal to its server that someone is reading.
 */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  const { markdown, rest } = limitMarkdown(cleanText(text))
  return (
    <div className="flex min-w-0 flex-col gap-3 wrap-anywhere">
      {...blocks(lexer(markdown), 0)}
      {rest && <p className="whitespace-pre-wrap">{isolated([rest])}</p>}
    </div>
  )
})

function blocks(tokens: readonly Token[], depth: number): ReactNode[] {
  return tokens.map((token) => node(token as MarkedToken, depth))
}

/** Isolates the direction of its text from the rest of the page. */
function isolated(children: ReactNode[]): ReactNode {
  return createElement('bdi', null, ...children)
}

function textOf(written: string): string {
  return cleanText(decodeEntities(written))
}

function node(token: MarkedToken, depth: number): ReactNode {
  if (depth > DEPTH_MAX) return token.raw
  const within = () => ('tokens' in token && token.tokens ? blocks(token.tokens, depth + 1) : [])
  switch (token.type) {
    case 'paragraph':
      return createElement('p', null, isolated(within()))
    case 'heading':
      // The page has its own headings; in its outline, all of these have the same level.
      return createElement('h3', { className: 'font-semibold' }, isolated(within()))
    case 'blockquote':
      return createElement('blockquote', { className: quoteStyle }, ...within())
    case 'list':
      return listNode(token, depth)
    case 'code':
      return createElement('pre', { className: codeBlockStyle }, createElement('code', null, token.text))
    case 'table':
      return tableNode(token, depth)
    case 'hr':
      return createElement('hr', { className: 'border-line' })
    case 'strong':
      return createElement('strong', { className: 'font-semibold' }, ...within())
    case 'em':
      return createElement('em', null, ...within())
    case 'del':
      return createElement('del', null, ...within())
    case 'codespan':
      return createElement('code', { className: 'bg-raised px-1 font-mono text-sm' }, token.text)
    case 'br':
      return createElement('br')
    case 'link':
      return linkNode(token, within)
    case 'text':
      return token.tokens ? isolated(within()) : textOf(token.text)
    case 'escape':
      return token.text
    case 'checkbox':
      return token.checked ? '☑ ' : '☐ '
    case 'image':
      return `[${textOf(token.text) || 'picture'}]`
    case 'space':
    case 'def':
      return null
    default:
      // Raw HTML, and tokens that a later version of the parser may add, are rendered as text.
      return token.raw
  }
}

type TokenOf<K extends MarkedToken['type']> = Extract<MarkedToken, { type: K }>

function linkNode(token: TokenOf<'link'>, within: () => ReactNode[]): ReactNode {
  const decode = token.autolink ? cleanText : textOf
  const shown = decode(token.text)
  const target = targetOf(decode(token.href), shown)
  if (!target) return token.autolink ? token.raw : isolated(within())
  return createElement(MarkdownLink, { target, shown }, isolated(within()))
}

function listNode({ ordered, start, items }: TokenOf<'list'>, depth: number): ReactNode {
  const rows = items
    .slice(0, ROWS_MAX)
    .map((item) => createElement('li', { className: 'pl-1' }, ...blocks(item.tokens, depth + 1)))
  const listStyle = `flex flex-col gap-1 pl-5 ${ordered ? 'list-decimal' : 'list-disc'}`
  const from = ordered && start !== '' ? { start } : {}
  const list = createElement(ordered ? 'ol' : 'ul', { className: listStyle, ...from }, ...rows)
  return withRest(
    list,
    items.slice(ROWS_MAX).map(({ raw }) => raw),
    'item',
  )
}

function tableNode({ header, rows }: TokenOf<'table'>, depth: number): ReactNode {
  const cells = (kind: 'th' | 'td', row: TokenOf<'table'>['header']) =>
    createElement(
      'tr',
      { className: 'border-b border-line' },
      ...row.map(({ tokens }) =>
        createElement(kind, { className: 'py-1 pr-4 text-left' }, isolated(blocks(tokens, depth + 1))),
      ),
    )
  const table = createElement(
    'table',
    { className: 'w-full' },
    createElement('thead', null, cells('th', header)),
    createElement('tbody', null, ...rows.slice(0, ROWS_MAX).map((row) => cells('td', row))),
  )
  const undrawn = rows.slice(ROWS_MAX).map((row) => `| ${row.map(({ text }) => text).join(' | ')} |\n`)
  return withRest(table, undrawn, 'row')
}

/** The rows beyond the limit, as source text in one element, so that they can still be read and copied. */
function withRest(drawn: ReactNode, undrawn: string[], unit: 'item' | 'row'): ReactNode {
  if (undrawn.length === 0) return drawn
  const label = `And ${undrawn.length} more ${unit}${undrawn.length === 1 ? '' : 's'}, as written:`
  return createElement(
    'div',
    { className: 'flex flex-col gap-3' },
    drawn,
    createElement('p', { className: 'text-muted' }, label),
    createElement('p', { className: 'whitespace-pre-wrap' }, isolated([cleanText(undrawn.join(''))])),
  )
}

const quoteStyle = 'flex flex-col gap-3 border-l-2 border-edge pl-4 text-muted'
const codeBlockStyle =
  'border border-line bg-raised p-3 font-mono text-sm/6 break-words break-all whitespace-pre-wrap'
