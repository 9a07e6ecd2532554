import type { Person } from './person.ts'
import type { SentEvent } from './read-events.ts'
import type { TestApi } from './start-test-api.ts'

/** Speaks to Infra as the page does, asking for events; the answer is read by `eventsOf`, or not at all. */
export function sendMessage(
  { origin }: TestApi,
  { tokens }: Person,
  body: object,
  { accept = 'text/event-stream', signal }: { accept?: string; signal?: AbortSignal } = {},
): Promise<Response> {
  return fetch(`${origin}/api/chat`, {
    method: 'POST',
    signal,
    headers: {
      accept,
      'content-type': 'application/json',
      authorization: `Bearer ${tokens.accessToken}`,
    },
    body: JSON.stringify(body),
  })
}

/** All events of a stream that ends. */
export async function eventsOf(response: Response): Promise<Omit<SentEvent, 'id'>[]> {
  const blocks = (await response.text()).split('\n\n')
  return blocks.flatMap((block) => {
    const [, event, data] = /event: (\w+)\ndata: (.*)/.exec(block) ?? []
    return event && data ? [{ event, data: JSON.parse(data) }] : []
  })
}
