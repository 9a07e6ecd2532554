import { buffer } from 'node:stream/consumers'
import type { JobFile } from '@infra/protocol/jobs'
import { getJobCard } from '@infra/protocol/jobs/get-job-card'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import { keyedMutex } from '../concurrency/keyed-mutex.ts'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { thumbnailKey, thumbnailSizes } from '../files/file-rules.ts'
import { mediaRoute } from '../http/route.ts'
import { noSuchJob } from '../jobs/present-job.ts'
import { type JobPreview, previewJob } from '../jobs/preview-job.ts'
import { type Card, drawCard } from './draw-card.ts'

/** Many people fetch a shared link within minutes, and then nobody does. */
const CARDS_MAX = 100
/** When a job is made private, it disappears from other people's caches after this long. */
const KEPT_SECONDS = 3_600

const SITE_CARD = '/card.jpg'

export function siteCardPath({ apiPrefix }: Pick<Config, 'apiPrefix'>): string {
  return apiPrefix + SITE_CARD
}

export function jobCardPath({ apiPrefix }: Pick<Config, 'apiPrefix'>, id: string): string {
  return apiPrefix + getJobCard.path.replace('{id}', id)
}

export function cardRoutes(server: FastifyInstance, deps: Deps): void {
  const cards = new LRUCache<string, Promise<Buffer>>({ max: CARDS_MAX })
  // Drawing takes a tenth of a second of a core. One at a time, so that shared links never take more than one core.
  const inTurn = keyedMutex()
  const cardOf = (key: string, read: () => Promise<Card>) => {
    const known = cards.get(key)
    if (known) return known
    const card = inTurn('card', async () => drawCard(await read()))
    cards.set(key, card)
    card.catch(() => cards.delete(key))
    return card
  }

  mediaRoute(server, deps, getJobCard, async ({ params }, _request, reply) => {
    const preview = await previewJob(deps, params.id)
    if (!preview) throw noSuchJob()
    return send(reply, await cardOf(`${params.id} ${preview.job.seq}`, () => jobCard(deps, preview)))
  })

  server.get(SITE_CARD, async (_request, reply) => send(reply, await cardOf('site', async () => siteCard)))
}

const siteCard: Card = {
  words: 'AI apps, run on other people’s machines.',
  caption: 'Infra · every result in the open',
}

async function jobCard(
  { files }: Pick<Deps, 'files'>,
  { title, description, job }: JobPreview,
): Promise<Card> {
  const shown = job.outputs.find(({ kind }) => kind === 'image' || kind === 'svg')
  const picture = shown && (await pictureOf(files.store, shown))
  const seconds = job.outputs.find(({ kind }) => kind === 'audio')?.seconds
  const spoken = seconds ? `${Math.round(seconds)} seconds of sound. ${spokenWords(job.input)}` : undefined
  return { caption: title, words: spoken ?? description, picture }
}

/** For a sound, its text is the best thing to show. */
function spokenWords(input: Record<string, unknown>): string {
  return typeof input.text === 'string' ? `“${input.text}”` : ''
}

/** The thumbnail that the inspector made: uploaded files are never decoded in this process. */
async function pictureOf(store: Deps['files']['store'], { sha256 }: JobFile): Promise<Buffer | undefined> {
  const opened = await store.open(thumbnailKey(sha256, thumbnailSizes.at(-1)!, 'webp'))
  return opened && buffer(opened.content)
}

function send(reply: FastifyReply, card: Buffer): FastifyReply {
  return reply
    .type('image/jpeg')
    .headers({
      'cache-control': `public, max-age=${KEPT_SECONDS}`,
      // Other sites are meant to embed it.
      'cross-origin-resource-policy': 'cross-origin',
    })
    .send(card)
}
