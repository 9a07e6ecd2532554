import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import type { JobEvent } from '../types.ts'
import { showProgress } from './show-progress.ts'

const running = { status: 'running', progress: { part: 0.25, stage: 'Reading\x1b[2J the text' } } as JobEvent

function shown(isTTY: boolean, columns = 80): string {
  let text = ''
  const write = (chunk: Buffer, _encoding: string, done: () => void) => {
    text += chunk.toString()
    done()
  }
  const stderr = Object.assign(new Writable({ write }), { isTTY, columns })
  const bar = showProgress({ stderr })
  bar.show({ ...running, status: 'queued' })
  bar.show(running)
  bar.clear()
  return text
}

test('shows a progress bar on a terminal, without control characters from a node', () => {
  expect(shown(true)).toBe(
    '\r\x1b[KWaiting for a node…\r\x1b[K[######------------------]  25 % Reading[2J the text\r\x1b[K',
  )
  expect(shown(true, 20)).toContain('\r\x1b[K[######------------\r')
})

test('shows no progress bar without a terminal', () => {
  expect(shown(false)).toBe('')
})
