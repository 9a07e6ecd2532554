import { getJobOutput } from '@infra/protocol/jobs/get-job-output'
import { getAddress, type Hex } from 'viem'
import type { Config } from '../config.ts'
import { signMessage } from './sign-message.ts'

interface Message {
  messageId: string
  type: string
  createdAt: Date
  data: Record<string, unknown>
}

interface Output {
  name: string
}

interface Node {
  id: string
  name: string
}

export interface SignedMessage {
  headers: Record<string, string>
  body: string
}

/** One try: its headers are signed with the current time. */
export function signedMessage(
  config: Pick<Config, 'publicUrl' | 'apiPrefix'>,
  message: Message & { secrets: string[] },
  { attempt, now }: { attempt: number; now: Date },
): SignedMessage {
  const body = writeMessage(config, message)
  const { messageId: id, secrets } = message
  const timestamp = Math.floor(now.getTime() / 1_000)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Infra-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signMessage(secrets, { id, timestamp, body }),
    'infra-webhook-attempt': String(attempt),
  }
  return { headers, body }
}

/**
 * What is sent, made only from what is stored, so that every try has the same bytes. Results get the address of their bytes, which requires
 * an API key.
 */
function writeMessage(
  { publicUrl, apiPrefix }: Pick<Config, 'publicUrl' | 'apiPrefix'>,
  { type, createdAt, data }: Omit<Message, 'messageId'>,
): string {
  const urlOf = ({ name }: Output) => {
    const path = getJobOutput.path.replace('{id}', String(data.id)).replace('{name}', name)
    return new URL(apiPrefix + path, publicUrl).href
  }
  const { outputs, node } = data as { outputs?: Output[]; node?: Node }
  const payload = {
    ...data,
    ...(outputs && { outputs: outputs.map((output) => ({ ...output, url: urlOf(output) })) }),
    ...(node && { node: { ...node, id: getAddress(node.id as Hex) } }),
  }
  return JSON.stringify({ type, timestamp: createdAt.toISOString(), data: payload })
}
