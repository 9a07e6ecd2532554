// @vitest-environment happy-dom
import type { JobFile } from '@infra/protocol/jobs'
import { expect, test } from 'vitest'
import { storeFileName } from '../../download/file-names.ts'
import { testJob } from '../test-job.ts'
import { downloadName } from './download-name.ts'

const file = (name: string, url: string | null) => ({ name, url }) as JobFile
const finishedAt = new Date(2026, 10, 6, 12)

test('[finding U21] a download is named by its app and day, and by its output if there are several', () => {
  const picture = file('picture', '/api/file/0a1b.png?expires=1&signature=x')
  expect(downloadName(testJob({ finishedAt, outputs: [picture] }), picture)).toBe('cut-out-2026-11-06.png')
  const text = file('text', null)
  const two = testJob({ finishedAt, outputs: [picture, text] })
  expect(downloadName(two, picture)).toBe('cut-out-2026-11-06-picture.png')
  expect(downloadName(two, text)).toBe('cut-out-2026-11-06-text.txt')
})

test('[finding U21] a result made from a file that this browser sent begins with the name of that file', () => {
  storeFileName('an-upload', 'cat.jpg')
  const picture = file('picture', '/api/file/0a1b.png')
  const job = testJob({ finishedAt, input: { image: 'an-upload', subject: 'object' }, outputs: [picture] })
  expect(downloadName(job, picture)).toBe('cat-cut-out.png')
})

test('subtitles are downloaded as .srt', () => {
  const srt = file('srt', null)
  expect(downloadName(testJob({ finishedAt, outputs: [srt] }), srt)).toBe('cut-out-2026-11-06.srt')
})
