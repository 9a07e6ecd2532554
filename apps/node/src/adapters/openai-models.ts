import { z } from 'zod'
import { RemoteUnavailable } from './adapter.ts'
import { askJson, type Remote } from './remote.ts'

const LIST_BYTES_MAX = 10_000_000
const Models = z.object({ data: z.array(z.object({ id: z.string() })) })

/** What receipts call a server of which only the protocol is known. */
export const OPENAI_SERVER = 'OpenAI-compatible server'

/** Throws if the server is not there, or does not have the model that the operator named. */
export async function checkModels(
  remote: Remote,
  model: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  const models = Models.safeParse(await askJson(remote, 'v1/models', { signal }, LIST_BYTES_MAX))
  if (!models.success) throw new RemoteUnavailable(`${remote.url.origin} does not list its models.`)
  const ids = models.data.data.map(({ id }) => id)
  if (model !== undefined && !ids.includes(model))
    throw new RemoteUnavailable(`${remote.url.origin} has no model "${model}", but ${ids.join(', ')}.`)
}
