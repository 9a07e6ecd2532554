import { expect, test } from 'vitest'
import { sendOnce } from './send-once.ts'

test('a message that is sent again after a failure has the same key, and any other its own', async () => {
  const keys: string[] = []
  let isAway = true
  const send = sendOnce(async ({ key }) => {
    keys.push(key)
    if (isAway) throw new Error('away')
    return { message: 'Heard.', threadId: 'a', offer: null, messageIds: { question: 'q', answer: 'r' } }
  })
  const say = (text: string, threadId?: string) => send({ text, threadId }, () => {}).catch(() => {})
  await say('Keep this')
  isAway = false
  await say('Keep this')
  await say('Keep this')
  isAway = true
  await say('Or that')
  await say('Or that', 'elsewhere')
  expect(keys[1]).toBe(keys[0])
  expect(new Set(keys).size).toBe(4)
})
