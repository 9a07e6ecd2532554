import { createParser } from 'eventsource-parser'
import type { Person } from './person.ts'
import type { SentEvent } from './read-events.ts'
import type { TestApi } from './start-test-api.ts'

/** Sends a chat message as the page does, asking for events. Read the answer with `eventsOf`, or not at all. */
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
  const events: Omit<SentEvent, 'id'>[] = []
  const parser = createParser({
    onEvent: ({ event = 'message', data }) => void events.push({ event, data: JSON.parse(data) }),
  })
  parser.feed(await response.text())
  return events
}
