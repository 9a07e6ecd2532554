import { expect, test } from 'vitest'
import { programs, readConversation } from '../test/simulate-program.ts'

test.for(programs)('%s: each answer names a known source, and each route a known answer', (name) => {
  const { version, sources, answers, takes, messages = {}, routes, unknown, key } = readConversation(name)
  expect(version).not.toBe('')
  for (const { from } of [...Object.values(answers), ...Object.values(takes), ...Object.values(messages)])
    expect(Object.keys(sources)).toContain(from)
  for (const answer of [...Object.values(routes), unknown, ...(key ? [key.answer] : []), 'badRequest'])
    expect(Object.keys(answers)).toContain(answer)
})
