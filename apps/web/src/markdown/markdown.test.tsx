// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { NavigationProvider, staticNavigation } from '../navigation/navigation.ts'
import { deepDocuments, hostileDocuments } from './hostile-documents.ts'
import { limitMarkdown, MARKDOWN_CHARACTERS_MAX } from './limit-markdown.ts'
import { Markdown } from './markdown.tsx'

function html(text: string): string {
  return renderToStaticMarkup(
    <NavigationProvider value={staticNavigation('/chat')}>
      <Markdown text={text} />
    </NavigationProvider>,
  )
}

function shownText(markup: string): string {
  const element = document.createElement('div')
  element.innerHTML = markup
  return element.textContent
}

/** The elements that a reply may render to, with their attributes. */
const ALLOWED: Record<string, readonly string[]> = {
  a: ['href', 'rel', 'target', 'class'],
  bdi: ['class'],
  blockquote: ['class'],
  br: [],
  button: ['type', 'class'],
  code: ['class'],
  del: [],
  div: ['class'],
  em: [],
  h3: ['class'],
  hr: ['class'],
  li: ['class'],
  ol: ['class', 'start'],
  p: ['class'],
  pre: ['class'],
  strong: ['class'],
  table: ['class'],
  tbody: [],
  td: ['class'],
  th: ['class'],
  thead: [],
  tr: ['class'],
  ul: ['class'],
}

const TAG = /<(\/?)([a-z0-9-]+)((?:\s+[a-z-]+="[^"<>]*")*)\s*\/?>/g

/** What is wrong with the markup; since the renderer escapes text, every `<` in it begins a tag. */
function forbidden(markup: string): string[] {
  const found: string[] = []
  if (markup.replace(TAG, '').includes('<')) found.push('something that is no tag of ours')
  for (const [, closing, name = '', attributes = ''] of markup.matchAll(TAG)) {
    const allowed = ALLOWED[name]
    if (!allowed) found.push(`<${name}>`)
    if (closing) continue
    for (const [, attribute = '', value = ''] of attributes.matchAll(/([a-z-]+)="([^"]*)"/g)) {
      if (!allowed?.includes(attribute)) found.push(`${name} ${attribute}`)
      if (attribute === 'href') found.push(...forbiddenHref(value, attributes))
    }
  }
  if (/[\u200b\u2060\ufeff\u202a-\u202e]|[\u{e0000}-\u{e0fff}]/u.test(markup)) found.push('something unseen')
  return found
}

function forbiddenHref(value: string, attributes: string): string[] {
  if (/^\/(?:[a-z]*)(?:[?#]|$)/.test(value)) return []
  if (!/^https?:\/\/[a-z0-9.:[\]-]+(?:[/?#]|$)/.test(value)) return [`href ${value}`]
  const isGuarded =
    attributes.includes('rel="noopener noreferrer nofollow"') && attributes.includes('target="_blank"')
  return isGuarded ? [] : [`unguarded ${value}`]
}

const hostile = hostileDocuments('http://127.0.0.1:9')

test('there are at least 200 hostile documents, and the check finds forbidden markup', () => {
  expect(new Set(hostile).size).toBeGreaterThanOrEqual(200)
  expect(forbidden('<img src="x"/>')).toEqual(['<img>', 'img src'])
  expect(forbidden('<a href="javascript:alert(1)">x</a>')).toEqual(['href javascript:alert(1)'])
  expect(forbidden('<a href="https://a.example/">x</a>')).toEqual(['unguarded https://a.example/'])
  expect(forbidden('<p onclick="x()">x</p>')).toEqual(['p onclick'])
})

test('[R-CHA-3] [H22] [H23] [H25] [H26] [H28] [H29] [H31] [H34] [H37] [H38] every hostile document, and every beginning of one, becomes only text and safe links', () => {
  for (const document of hostile) {
    for (let end = 0; end <= Math.min(document.length, 300); end++) {
      const part = document.slice(0, end)
      expect(forbidden(html(part)), JSON.stringify(part)).toEqual([])
    }
    expect(forbidden(html(document)), JSON.stringify(document)).toEqual([])
  }
})

describe('[R-CHA-3] markdown becomes HTML', () => {
  const text = (markup: string) => markup.replace(/ class="[^"]*"/g, '').replace(/<\/?(bdi|div)>/g, '')
  test.for([
    ['**a** *b* ~~c~~ `d`', '<p><strong>a</strong> <em>b</em> <del>c</del> <code>d</code></p>'],
    ['# Title\n\ntext', '<h3>Title</h3><p>text</p>'],
    ['- one\n- two', '<ul><li>one</li><li>two</li></ul>'],
    ['3. three\n4. four', '<ol start="3"><li>three</li><li>four</li></ol>'],
    ['> said', '<blockquote><p>said</p></blockquote>'],
    ['```js\na < b\n```', '<pre><code>a &lt; b</code></pre>'],
    [
      '| a |\n|---|\n| b |',
      '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>',
    ],
    ['a\\*b &amp; c', '<p>a*b &amp; c</p>'],
    ['<b>raw</b>', '<p>&lt;b&gt;raw&lt;/b&gt;</p>'],
    ['![a cat](https://x.example/cat.png)', '<p>[a cat]</p>'],
    ['[nodes](/nodes?node=1)', '<p><a href="/nodes?node=1">nodes</a></p>'],
    [
      'https://a.example/b',
      '<p><a href="https://a.example/b" target="_blank" rel="noopener noreferrer nofollow">https://a.example/b</a></p>',
    ],
  ])('%s', ([markdown, expected]) => {
    expect(text(html(markdown!))).toBe(expected)
  })
})

test.for([
  ['https://infra.example@evil.example/', 'evil.example'],
  ['[infra.example](https://evil.example/)', 'evil.example'],
  ['[safe](https://\u0430pple.example/)', 'xn--pple-43d.example'],
])('[H32] a misleading link shows its real host and asks first: %s', ([markdown, host]) => {
  const markup = html(markdown!)
  expect(markup).toContain(`(${host})`)
  expect(markup).toContain('<button')
  expect(markup).not.toContain('<a ')
})

test('[H35] only a limited part of 100 kB of nesting is parsed, into at most ten nested elements, and the rest is shown as it is', () => {
  for (const document of deepDocuments) {
    const { markdown, rest } = limitMarkdown(document)
    // Escaping what is nested too deeply costs one character per line.
    expect(markdown.length + rest.length).toBeLessThanOrEqual(document.length + document.split('\n').length)
    expect(markdown.length).toBeLessThanOrEqual(2 * MARKDOWN_CHARACTERS_MAX)
    expect(rest.length).toBeGreaterThan(document.length - 2 * MARKDOWN_CHARACTERS_MAX)
    expect(document.endsWith(rest)).toBe(true)
    const markup = html(document)
    expect(shownText(markup)).toContain(rest.trim())
    expect(forbidden(markup)).toEqual([])
    expect(markup.match(/<blockquote|<[ou]l/g)?.length ?? 0).toBeLessThanOrEqual(10)
  }
})

describe('[finding X3] a huge table or list is rendered with a bounded number of elements, without losing text', () => {
  test.for([
    ['table', `|a|\n|-|\n${Array.from({ length: 100_000 }, (_, at) => `|r${at}|`).join('\n')}`],
    ['list', Array.from({ length: 100_000 }, (_, at) => `- r${at}`).join('\n')],
  ] as const)('%s', ([, text]) => {
    const markup = html(text)
    expect([...markup.matchAll(/<[a-z]/g)].length).toBeLessThan(1_000)
    expect(forbidden(markup)).toEqual([])
    expect(markup).toMatch(/And \d+ more (rows|items), as written:/)
    const shown = [...markup.replaceAll(/<[^>]*>/g, '\n').matchAll(/r(\d+)/g)].map(([, at]) => Number(at))
    expect(shown).toEqual(Array.from({ length: 100_000 }, (_, at) => at))
  })
})
