import { type JobEvent, JobEvent as JobEventSchema } from '@infra/protocol/jobs'
import { expect, onTestFinished } from 'vitest'
import { z } from 'zod'
import { eventually } from './eventually.ts'

export interface SentEvent {
  event: string
  id: string | undefined
  data: unknown
}

export interface EventReader {
  response: Response
  /** All that came so far. */
  events: SentEvent[]
  /** Lines that are no events: what keeps proxies awake. */
  comments: string[]
  /** The text of the stream as it came. */
  text: () => string
  /** The next event that was not taken yet; it must come within a few seconds. */
  next: () => Promise<SentEvent>
  /** The same, of a job. */
  nextJob: () => Promise<JobEvent>
  isClosed: () => boolean
  close: () => void
}

/** Reads server-sent events as a browser does, and remembers all of them. */
export async function readEvents(
  address: string,
  { token, lastEventId }: { token?: string; lastEventId?: string } = {},
): Promise<EventReader> {
  const controller = new AbortController()
  onTestFinished(() => controller.abort())
  const response = await fetch(address, {
    signal: controller.signal,
    headers: {
      accept: 'text/event-stream',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
  })
  const events: SentEvent[] = []
  const comments: string[] = []
  let text = ''
  let taken = 0
  let closed = false
  const read = async () => {
    let rest = ''
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      rest += chunk
      const blocks = rest.split('\n\n')
      rest = blocks.pop()!
      for (const block of blocks) sort(block, events, comments)
    }
  }
  read()
    .catch(() => {})
    .finally(() => {
      closed = true
    })

  const next = async () => {
    await eventually(() => expect(events.length).toBeGreaterThan(taken))
    return events[taken++]!
  }
  return {
    response,
    events,
    comments,
    text: () => text,
    next,
    nextJob: async () => z.decode(JobEventSchema, (await next()).data as never),
    isClosed: () => closed,
    close: () => controller.abort(),
  }
}

function sort(block: string, events: SentEvent[], comments: string[]): void {
  const fields = new Map<string, string>()
  for (const line of block.split('\n')) {
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? []
    if (name === '') comments.push(value)
    else fields.set(name, value)
  }
  const data = fields.get('data')
  if (data !== undefined) {
    events.push({ event: fields.get('event') ?? 'message', id: fields.get('id'), data: JSON.parse(data) })
  }
}
