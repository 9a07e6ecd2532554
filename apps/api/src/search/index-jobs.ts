import type { Logger } from 'pino'
import type { Embed } from '../chat/knowledge/embed-in-child.ts'
import { openEmbedder } from '../chat/knowledge/open-embedder.ts'
import type { Deps } from '../deps.ts'
import { altByOrder, meaningOf, wordsOf } from './entry-text-rules.ts'
import { type TakenEntry, takeEntries, writeEntry, writeWords } from './search-queries.ts'
import { packVector, signsOf } from './vector-rules.ts'

/** A few seconds of work; other processes take other jobs meanwhile. */
const TAKEN_MAX = 50

/** Computes the words and vectors of new jobs in the feed, until there are none left. */
export async function indexJobs(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  logger: Pick<Logger, 'info' | 'warn'>,
): Promise<void> {
  for (;;) {
    const taken = await takeEntries(db, TAKEN_MAX)
    if (taken.length === 0) return
    const embedder = await openEmbedder(config.weights, (sentence) => logger.info(sentence)).catch(
      (error) => {
        logger.warn({ err: error }, 'new results are found by words alone')
        return undefined
      },
    )
    for (const job of taken) await (embedder ? indexJob(db, job, embedder.embed) : indexWords(db, job))
  }
}

async function indexJob(db: Deps['db'], job: TakenEntry, embed: Embed): Promise<void> {
  const [embedding] = await embed([meaningOf(job)])
  const vector = packVector(embedding!.mean)
  const alt = job.alt ?? altByOrder(job)
  await writeEntry(db, { jobId: job.id, words: wordsOf(job), alt, vector, signs: signsOf(vector) })
}

async function indexWords(db: Deps['db'], job: TakenEntry): Promise<void> {
  await writeWords(db, { jobId: job.id, words: wordsOf(job) })
}
