import type { DevlogEntry } from '@infra/protocol/devlog'
import { excerptOf } from './excerpt-rules.ts'

/** The devlog as an Atom feed (RFC 4287): plain excerpts, with links to the page. */
export function atomFeed(entries: readonly DevlogEntry[], origin: URL, self: URL): string {
  const page = new URL('/devlog', origin).href
  const updated = entries[0]?.date ?? new Date(0)
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    element('title', 'Infra devlog'),
    element('subtitle', 'What changed, when and why.'),
    element('id', page),
    `<link rel="self" type="application/atom+xml" href="${escapeXml(self.href)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(page)}"/>`,
    element('updated', updated.toISOString()),
    `<author>${element('name', 'Infra')}</author>`,
    ...entries.map((entry) => entryOf(entry, page)),
    '</feed>',
    '',
  ].join('\n')
}

function entryOf(entry: DevlogEntry, page: string): string {
  const address = `${page}#${entry.id}`
  const date = entry.date.toISOString()
  return [
    '<entry>',
    element('title', entry.title),
    element('id', address),
    `<link rel="alternate" type="text/html" href="${escapeXml(address)}"/>`,
    element('published', date),
    element('updated', date),
    `<category term="${escapeXml(entry.kind)}"/>`,
    `<summary type="text">${escapeXml(excerptOf(entry.body, SUMMARY_CHARACTERS))}</summary>`,
    `<content type="text">${escapeXml(entry.body)}</content>`,
    '</entry>',
  ].join('\n')
}

const SUMMARY_CHARACTERS = 280

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`
}

/** XML cannot represent most control characters, so they are removed. */
function escapeXml(text: string): string {
  return text
    .replaceAll(/[^\P{Cc}\t\n\r]/gu, '')
    .replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
