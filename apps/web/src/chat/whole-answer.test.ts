import { expect, test } from 'vitest'
import { wholeAnswer } from './whole-answer.ts'

const reply = { message: 'Three.', threadId: '00000000-0000-4000-8000-000000000001', offer: null }
const event = (type: string, data: unknown) => `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`

function streamed(text: string, { pieceBytes = 7 } = {}): Response {
  const bytes = new TextEncoder().encode(text)
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += pieceBytes)
        controller.enqueue(bytes.slice(at, at + pieceBytes))
      controller.close()
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
}

async function readWhole(answer: Response) {
  const text: string[] = []
  const whole = await wholeAnswer(answer, { onText: (append) => text.push(append), onSound: () => {} })
  return { text: text.join(''), status: whole.status, body: await whole.json() }
}

test('text is passed on as it arrives, wherever it is cut, and the final reply is the answer', async () => {
  const text = [
    event('thread', { threadId: reply.threadId }),
    ': still here\n\n',
    event('text', { append: 'Thr' }),
    event('text', { append: 'ee 🔥' }),
    event('reply', reply),
  ].join('')
  for (const pieceBytes of [1, 7, 1000])
    expect(await readWhole(streamed(text, { pieceBytes }))).toEqual({
      text: 'Three 🔥',
      status: 200,
      body: reply,
    })
})

test('a JSON response is the answer', async () => {
  expect(await readWhole(Response.json(reply))).toEqual({ text: '', status: 200, body: reply })
})

test('a problem in the stream becomes a response with its status', async () => {
  const problem = { status: 429, code: 'rate_limited' }
  const text = event('text', { append: 'Thr' }) + event('problem', problem)
  expect(await readWhole(streamed(text))).toEqual({ text: 'Thr', status: 429, body: problem })
})

test('a stream that ends before its reply throws', async () => {
  await expect(readWhole(streamed(event('text', { append: 'Thr' })))).rejects.toThrow('cut off')
})
