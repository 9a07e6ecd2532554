import { z } from 'zod'
import type { EngineFacts } from './adapter.ts'
import { type Remote, readFacts } from './remote.ts'

const Checkpoints = z.array(z.object({ model_name: z.string().optional(), sha256: z.string().nullish() }))
/** About the picture, as JSON in a string. */
const Info = z.object({
  sd_model_name: z.string().nullish(),
  sd_model_hash: z.string().nullish(),
  version: z.string().nullish(),
  infotexts: z.array(z.string()).optional(),
})

export function listCheckpoints(
  remote: Remote,
  signal: AbortSignal,
): Promise<z.infer<typeof Checkpoints> | undefined> {
  return readFacts(remote, 'sdapi/v1/sd-models', Checkpoints, signal)
}

/** A picture comes with its checkpoint's name and the beginning of the checkpoint's hash; the whole hash is in a list. */
export async function describePicture(
  remote: Remote,
  rawInfo: unknown,
  signal: AbortSignal,
): Promise<EngineFacts> {
  const info = Info.safeParse(asJson(rawInfo)).data
  const beginning = info?.sd_model_hash
  const checkpoints = beginning ? await listCheckpoints(remote, signal) : undefined
  return {
    engine: 'Automatic1111',
    engineVersion: info?.version ?? versionIn(info?.infotexts?.[0]),
    model: info?.sd_model_name ?? undefined,
    weights: checkpoints?.find(({ sha256 }) => sha256?.startsWith(beginning!))?.sha256 ?? undefined,
  }
}

/** Older versions only report it among the parameters, in the last line; the lines before are the prompt. */
function versionIn(infotext: string | undefined): string | undefined {
  return /(?:^|, )Version: ([^,]+)/.exec(infotext?.split('\n').at(-1) ?? '')?.[1]
}

function asJson(info: unknown): unknown {
  try {
    return typeof info === 'string' ? JSON.parse(info) : undefined
  } catch {
    return undefined
  }
}
