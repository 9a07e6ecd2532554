import { getJobOutput } from '@infra/protocol/jobs/get-job-output'
import type { Config } from '../config.ts'

interface Message {
  type: string
  createdAt: Date
  data: Record<string, unknown>
}

interface Output {
  name: string
}

/** What is sent: from what is stored alone, so that every try has the same bytes. Results get the address of their bytes, which takes an API key. */
export function writeMessage(
  { publicUrl, apiPrefix }: Pick<Config, 'publicUrl' | 'apiPrefix'>,
  { type, createdAt, data }: Message,
): string {
  const urlOf = ({ name }: Output) => {
    const path = getJobOutput.path.replace('{id}', String(data.id)).replace('{name}', name)
    return new URL(apiPrefix + path, publicUrl).href
  }
  const outputs = data.outputs as Output[] | undefined
  const told = outputs
    ? { ...data, outputs: outputs.map((output) => ({ ...output, url: urlOf(output) })) }
    : data
  return JSON.stringify({ type, timestamp: createdAt.toISOString(), data: told })
}
