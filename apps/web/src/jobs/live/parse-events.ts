import { createParser } from 'eventsource-parser'

/** One event of a stream, as the server wrote it. */
export interface StreamEvent {
  type: string
  data: string
  id: string | undefined
}

export interface Parsed {
  events: StreamEvent[]
  /** How long the server asks clients to wait before they connect again. */
  retryMs: number | undefined
}

/** Takes the bytes of a stream as they come, split anywhere, and returns the events that are complete. */
export function createEventParser(): (chunk: Uint8Array) => Parsed {
  const decoder = new TextDecoder()
  let parsed: Parsed
  const parser = createParser({
    onEvent: ({ event = 'message', data, id }) => parsed.events.push({ type: event, data, id }),
    onRetry: (retryMs) => {
      parsed.retryMs = retryMs
    },
  })
  return (chunk) => {
    parsed = { events: [], retryMs: undefined }
    parser.feed(decoder.decode(chunk, { stream: true }))
    return parsed
  }
}
