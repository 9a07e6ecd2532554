/** The head of a page, for search engines and link previews. */
export interface PageFacts {
  /** The path, with the query if that selects another page. */
  path: string
  title: string
  description: string
  /** Whether search engines should index it. */
  listed: boolean
  /** The path of a picture of 1200 by 630. */
  card: string
  /** Whether it is a result, not a screen. */
  article?: boolean
}

export const CARD_SIZE = { width: 1200, height: 630 }

const DESCRIPTION_MAX = 200

/** The tags of the head, as HTML. */
export function headOf(page: PageFacts, origin: URL): string {
  const { title } = page
  const url = new URL(page.path, origin).href
  const words = page.description.replaceAll(/\s+/g, ' ')
  const description = words.length > DESCRIPTION_MAX ? `${words.slice(0, DESCRIPTION_MAX)}…` : words
  const og: [string, string | number][] = [
    ['og:site_name', 'Infra'],
    ['og:type', page.article ? 'article' : 'website'],
    ['og:url', url],
    ['og:title', title],
    ['og:description', description],
    ['og:image', new URL(page.card, origin).href],
    ['og:image:width', CARD_SIZE.width],
    ['og:image:height', CARD_SIZE.height],
    ['og:image:alt', title],
    ['twitter:card', 'summary_large_image'],
  ]
  return [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}" />`,
    page.listed
      ? `<link rel="canonical" href="${escapeHtml(url)}" />`
      : '<meta name="robots" content="noindex" />',
    ...og.map(
      ([property, content]) => `<meta property="${property}" content="${escapeHtml(String(content))}" />`,
    ),
  ].join('')
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
