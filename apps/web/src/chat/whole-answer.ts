import { z } from 'zod'
import { createEventParser, type StreamEvent } from '../jobs/live/parse-events.ts'

const Text = z.object({ append: z.string() })

interface AnswerListener {
  onText: (append: string) => void
  onSound: () => void
}

/** The plain response that a stream of events adds up to, so that both are read, checked and refused alike. */
export async function wholeAnswer(answer: Response, { onText, onSound }: AnswerListener): Promise<Response> {
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream')
  if (!answer.ok || !isStream || !answer.body) return answer
  const parse = createEventParser()
  const reader = answer.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) throw new Error('The reply was cut off.')
    onSound()
    for (const event of parse(value).events) {
      if (event.type === 'text') onText(Text.parse(JSON.parse(event.data)).append)
      const end = endOf(event)
      if (!end) continue
      void reader.cancel()
      return end
    }
  }
}

function endOf({ type, data }: StreamEvent): Response | undefined {
  if (type === 'reply') return new Response(data, { status: 200 })
  if (type !== 'problem') return undefined
  const status = z.object({ status: z.int().min(400).max(599) }).safeParse(JSON.parse(data))
  return new Response(data, { status: status.data?.status ?? 500 })
}
