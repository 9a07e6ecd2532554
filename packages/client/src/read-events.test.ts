import { expect, test } from 'vitest'
import { readEvents } from './read-events.ts'

const TEXT =
  'retry: 2000\n\n: \n\nid: 1\nevent: job\ndata: {"text":"ä:é"}\n\nevent: auth\r\ndata: {}\r\n\r\ndata: one\ndata: two\n\nid: 9\ndata: cut'

/** Chunks may have any size and split a character. */
test.for([1, 2, 3, 7, 1000])('reads whole events from chunks of %i bytes', async (size) => {
  const bytes = new TextEncoder().encode(TEXT)
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size))
      controller.close()
    },
  })
  const events = []
  for await (const event of readEvents(body)) events.push(event)
  expect(events).toEqual([
    { event: 'job', data: '{"text":"ä:é"}', id: '1' },
    { event: 'auth', data: '{}', id: undefined },
    { event: 'message', data: 'one\ntwo', id: undefined },
  ])
})

test('cancels the stream when the reader stops', async () => {
  let isCancelled = false
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\n')),
    cancel: () => {
      isCancelled = true
    },
  })
  for await (const event of readEvents(body)) {
    expect(event.data).toBe('1')
    break
  }
  expect(isCancelled).toBe(true)
})
