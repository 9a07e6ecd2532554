import { expect, test } from 'vitest'
import { createEventParser } from './parse-events.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const stream = 'retry: 2000\n\nid: 5\nevent: job\ndata: {"text":"ä\\n\\ndata: x"}\n\n: still here\n\n'

test('[S13] a stream that is cut at any byte gives the same events', () => {
  const whole = bytes(stream)
  for (let cut = 0; cut <= whole.length; cut++) {
    const parse = createEventParser()
    const parts = [parse(whole.slice(0, cut)), parse(whole.slice(cut))]
    expect(parts.flatMap(({ events }) => events)).toEqual([
      { type: 'job', id: '5', data: '{"text":"ä\\n\\ndata: x"}' },
    ])
    expect(parts.map(({ retryMs }) => retryMs).filter(Boolean)).toEqual([2000])
  }
})

test('an incomplete event is not reported', () => {
  expect(createEventParser()(bytes('event: job\ndata: {}\n')).events).toEqual([])
})
