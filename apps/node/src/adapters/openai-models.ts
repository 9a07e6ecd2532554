import { z } from 'zod'
import { type EngineFacts, RemoteUnavailable } from './adapter.ts'
import { type Remote, readFacts, requestJson, statusOf } from './remote.ts'

const LIST_BYTES_MAX = 10_000_000
const Models = z.object({ data: z.array(z.object({ id: z.string(), owned_by: z.string().optional() })) })
const Props = z.object({ build_info: z.string() })
const Version = z.object({ version: z.string() })

/** The name in receipts for a server of which only the protocol is known. */
export const OPENAI_SERVER = 'OpenAI-compatible server'

/** Throws if the server isn't running, or doesn't have the model that the operator named. */
export async function checkModels(
  remote: Remote,
  model: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  const models = await fetchModels(remote, signal)
  const ids = models.map(({ id }) => id)
  if (model !== undefined && !ids.includes(model))
    throw new RemoteUnavailable(`${remote.url.origin} has no model "${model}", but ${ids.join(', ')}.`)
  // It lists its models to anyone, and asks for the key only later.
  if (models[0]?.owned_by === 'llamacpp')
    await requestJson(remote, 'props', { signal }, LIST_BYTES_MAX).catch((error) => {
      if ([401, 403].includes(statusOf(error) ?? 0)) throw error
    })
}

export async function listModels(remote: Remote, signal: AbortSignal): Promise<string[]> {
  return (await fetchModels(remote, signal)).map(({ id }) => id)
}

async function fetchModels(remote: Remote, signal: AbortSignal): Promise<z.infer<typeof Models>['data']> {
  const models = Models.safeParse(await requestJson(remote, 'v1/models', { signal }, LIST_BYTES_MAX))
  if (!models.success) throw new RemoteUnavailable(`${remote.url.origin} does not list its models.`)
  return models.data.data
}

/** The protocol has no field for the program's name, but two programs name themselves as the owner of each model. */
export async function describeServer(
  remote: Remote,
  signal: AbortSignal,
): Promise<Pick<EngineFacts, 'engine' | 'engineVersion'>> {
  const models = await readFacts(remote, 'v1/models', Models, signal)
  switch (models?.data[0]?.owned_by) {
    case 'vllm':
      return {
        engine: 'vLLM',
        engineVersion: (await readFacts(remote, 'version', Version, signal))?.version,
      }
    case 'llamacpp':
      return {
        engine: 'llama.cpp',
        engineVersion: (await readFacts(remote, 'props', Props, signal))?.build_info,
      }
    default:
      return { engine: OPENAI_SERVER }
  }
}
