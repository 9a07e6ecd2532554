import { type OneApi, startOneApi } from '../one-api.ts'
import type { Result } from '../results.ts'
import { batch } from './batch.ts'
import { firstWord } from './first-word.ts'
import { toolsList } from './tools-list.ts'
import { webhooks } from './webhooks.ts'

/** Measures what programs wait for: the first word of a chat, a batch, webhooks and the list of tools. Each has its own network. */
export async function programs(): Promise<Result> {
  return {
    figures: [
      ...(await onOwnApi(firstWord)),
      ...(await onOwnApi(batch)),
      ...(await onOwnApi(webhooks)),
      ...(await onOwnApi(toolsList)),
    ],
  }
}

async function onOwnApi(measure: (api: OneApi) => Promise<Result['figures']>): Promise<Result['figures']> {
  const api = await startOneApi({ OUTBOUND_ALLOW: '127.0.0.0/8' })
  try {
    return await measure(api)
  } finally {
    await api.stop()
  }
}
