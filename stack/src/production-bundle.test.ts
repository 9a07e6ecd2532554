import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildWeb } from './build-web.ts'

const DEMO = /Demo wallet|demo wallet|infra\.demo/

function filesWithDemo(folder: string): string[] {
  return globSync('**/*.{js,css,html}', { cwd: folder }).filter((file) =>
    DEMO.test(readFileSync(join(folder, file), 'utf8')),
  )
}

test('pages built for the internet have no trace of the demo wallet; those of the single-machine stack have it', {
  timeout: 180_000,
}, async () => {
  expect(filesWithDemo(await buildWeb('apps/web', { demo: false, say: () => {} }))).toEqual([])
  expect(filesWithDemo(await buildWeb('apps/web', { demo: true, say: () => {} }))).not.toEqual([])
})
