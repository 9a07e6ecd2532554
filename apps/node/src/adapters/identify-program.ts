import { z } from 'zod'
import { RemoteUnavailable } from './adapter.ts'
import { listCheckpoints } from './automatic1111-facts.ts'
import { describeServer, listModels } from './openai-models.ts'
import { type Remote, readFacts, requestJson, statusOf } from './remote.ts'

export const programKinds = ['comfyui', 'automatic1111', 'ollama', 'openai', 'openai-images'] as const
/** As in the settings; `openai-images` is `openai` of the app that paints. */
export type ProgramKind = (typeof programKinds)[number]

export interface Program {
  kind: ProgramKind
  name: string
  version?: string
  models: string[]
}

const BYTES_MAX = 10_000_000
const Stats = z.object({ system: z.object({ comfyui_version: z.string().optional() }) })
const Files = z.array(z.string())
const Version = z.object({ version: z.string() })
const Tags = z.object({ models: z.array(z.object({ name: z.string() })) })
const Progress = z.object({ progress: z.number(), state: z.unknown() })

type Probe = (remote: Remote, signal: AbortSignal) => Promise<Omit<Program, 'kind'>>

/** Each requests something that only that program has; the last two accept any server with the protocol. */
const probes: Record<ProgramKind, Probe> = {
  comfyui: async (remote, signal) => {
    const { system } = Stats.parse(await requestJson(remote, 'system_stats', { signal }, BYTES_MAX))
    const models = Files.parse(await requestJson(remote, 'models/checkpoints', { signal }, BYTES_MAX))
    return { name: 'ComfyUI', version: system.comfyui_version, models }
  },
  automatic1111: async (remote, signal) => {
    Progress.parse(
      await requestJson(remote, 'sdapi/v1/progress?skip_current_image=true', { signal }, BYTES_MAX),
    )
    const checkpoints = (await listCheckpoints(remote, signal)) ?? []
    const models = checkpoints.map(({ model_name: name }) => name).filter((name) => name !== undefined)
    return { name: 'Stable Diffusion WebUI', models }
  },
  ollama: async (remote, signal) => {
    const { version } = Version.parse(await requestJson(remote, 'api/version', { signal }, BYTES_MAX))
    const { models } = Tags.parse(await requestJson(remote, 'api/tags', { signal }, BYTES_MAX))
    return { name: 'Ollama', version, models: models.map(({ name }) => name) }
  },
  openai: openaiProbe,
  'openai-images': openaiProbe,
}

async function openaiProbe(remote: Remote, signal: AbortSignal): Promise<Omit<Program, 'kind'>> {
  const models = await listModels(remote, signal)
  const { engine, engineVersion } = await describeServer(remote, signal)
  return { name: engine, version: engineVersion, models }
}

/** Finds out which program a server is. Throws a sentence that says what is wrong and what to do. */
export async function identifyProgram(
  remote: Remote,
  kind: ProgramKind | undefined,
  signal: AbortSignal,
): Promise<Program> {
  // Ollama also supports OpenAI's protocol, so look for it first.
  const tried = kind ? [kind] : programKinds.filter((each) => each !== 'openai-images')
  const found = await Promise.allSettled(
    tried.map(async (each) => ({ ...(await probes[each](remote, signal)), kind: each })),
  )
  const program = found.find((result) => result.status === 'fulfilled')
  if (program) return program.value
  const failures = found.filter((result) => result.status === 'rejected').map(({ reason }) => reason as Error)
  throw await whyUnknown(remote, failures, kind, signal)
}

async function whyUnknown(
  remote: Remote,
  failures: Error[],
  kind: ProgramKind | undefined,
  signal: AbortSignal,
): Promise<Error> {
  const at = remote.url.origin
  const failed = (...statuses: number[]) => failures.find((error) => statuses.includes(statusOf(error) ?? 0))
  const closed = failed(401, 403)
  if (closed)
    return new Error(`${closed.message}. Give its key with --key, as user:password if it asks for a name.`)
  const loading = failed(503)
  if (loading) return new Error(`${loading.message}. Wait until it has loaded its model, and try again.`)
  if (signal.aborted)
    return new Error(`${at} takes the connection but does not answer. Restart the program there.`)
  const gone = failures.find((error) => error instanceof RemoteUnavailable && error.cause && !statusOf(error))
  if (gone) return new Error(`${gone.message}. Start the program, or check the address and the port.`)
  if (failed(404) && (await readFacts(remote, 'internal/ping', z.strictObject({}), signal)))
    return new Error(`${at} is Stable Diffusion WebUI without its API. Start it with --api.`)
  const wanted = kind ?? 'ComfyUI, Stable Diffusion WebUI, Ollama or anything with OpenAI’s protocol'
  return new Error(`Something answers at ${at}, but not as ${wanted}. Check the address and the port.`)
}
