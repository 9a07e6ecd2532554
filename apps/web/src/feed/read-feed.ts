import type { Job } from '@infra/protocol/jobs'
import { lightAuthorization } from '../account/light-authorization.ts'
import { configuration } from '../configuration.ts'
import { readJob } from '../jobs/read-job.ts'
import { watchedFetch } from '../shell/reachability.ts'

export interface FeedPage {
  items: Job[]
  next?: string
}

export interface FeedQuery {
  appId: string | undefined
  before?: string
  limit: number
}

/** A page of the feed, read without the protocol's client: see `read-job.ts`. */
export async function readFeed({ appId, before, limit }: FeedQuery): Promise<FeedPage> {
  const query = new URLSearchParams({ limit: String(limit) })
  if (appId) query.set('app_id', appId)
  if (before) query.set('before', before)
  const page = await readJson(`/job/finished?${query}`)
  return { items: page.items.map((job: Parameters<typeof readJob>[0]) => readJob(job)), next: page.next }
}

/** The names of the apps, to choose from. */
export async function readApps(): Promise<{ id: string; name: string }[]> {
  const { items } = await readJson('/app')
  return items.map(({ id, name }: { id: string; name: string }) => ({ id, name }))
}

async function readJson(path: string) {
  const response = await watchedFetch(configuration.apiPrefix + path, { headers: await lightAuthorization() })
  if (!response.ok) throw new Error(`The network answered ${response.status}.`)
  return response.json()
}
