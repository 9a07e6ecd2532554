import type { Arrival } from '@infra/protocol/arrival'

/** Those that are seen without scrolling on a phone. */
const PICTURES = 2

interface Pictured {
  outputs: { kind: string; thumbnailSrcset: string | null }[]
}

/** Asks for the first pictures with the page itself: else they would wait for the scripts that show them. */
export function preloadsOf({ answers }: Arrival): string {
  const feed = Object.entries(answers).find(([path]) => path.startsWith('/job/finished'))?.[1]
  const { items = [] } = (feed ?? {}) as { items?: Pictured[] }
  return items
    .slice(0, PICTURES)
    .flatMap(({ outputs }) => outputs.find(({ kind }) => kind === 'image')?.thumbnailSrcset ?? [])
    .map(
      (srcset) =>
        `<link rel="preload" as="image" imagesrcset="${srcset.replaceAll('&', '&#38;')}" imagesizes="${SIZES}" fetchpriority="high" />`,
    )
    .join('')
}

/** As wide as the feed lays out its cards: see `gridFor` in the web app. */
const SIZES = '(max-width: 515px) calc(100vw - 32px), 280px'
