import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { buildClient } from './build-client.ts'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** Of what a page loads, gzipped. */
const LIBRARY_BYTES_MAX = 6 * 1024

const folder = await mkdtemp(join(tmpdir(), 'infra-sdk-'))
afterAll(() => rm(folder, { recursive: true }))
const [once, again] = [join(folder, 'once'), join(folder, 'again')]
await buildClient(once)
await buildClient(again)

test("two builds are byte-identical, and client.json states the tarball's digest", async () => {
  for (const name of ['infra.js', 'infra.mjs', 'client.tgz', 'client.json'])
    expect(Buffer.compare(await readFile(join(once, name)), await readFile(join(again, name))), name).toBe(0)
  const { dist, version, dependencies } = JSON.parse(await readFile(join(once, 'client.json'), 'utf8'))
  const digest = createHash('sha512')
    .update(await readFile(join(once, 'client.tgz')))
    .digest('base64')
  expect(dist.integrity).toBe(`sha512-${digest}`)
  expect(version).toMatch(/^\d+\.\d+\.\d+-b[0-9a-f]{12}$/)
  expect(dependencies).toBeUndefined()
})

test(`the client has at most ${LIBRARY_BYTES_MAX} bytes gzipped and imports nothing`, async () => {
  const library = await readFile(join(once, 'infra.js'), 'utf8')
  expect(gzipSync(library).length).toBeLessThanOrEqual(LIBRARY_BYTES_MAX)
  expect(library).not.toMatch(/\bimport\b|\brequire\(/)
  expect(Object.keys(await import(join(once, 'infra.js'))).toSorted()).toEqual([
    'Infra',
    'InfraError',
    'JobError',
    'verifyWebhook',
  ])
})

test('the CLI imports only modules of Node.js', async () => {
  const program = await readFile(join(once, 'infra.mjs'), 'utf8')
  const imported = [...program.matchAll(/\bfrom"([^"]+)"/g)].map(([, name]) => name!)
  expect(imported.length).toBeGreaterThan(3)
  expect(imported.filter((name) => !name.startsWith('node:'))).toEqual([])
  expect(program.startsWith('#!/usr/bin/env node\n')).toBe(true)
})

test('a program compiles against the tarball alone, whose types match those of the source', async () => {
  const installed = join(folder, 'user/node_modules/@infra/client')
  await mkdir(installed, { recursive: true })
  await run('tar', ['xzf', join(once, 'client.tgz'), '--strip-components=1', '-C', installed])
  await writeFile(join(folder, 'user/package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'user/program.ts'), PROGRAM)
  await writeFile(join(folder, 'user/same-types.ts'), sameTypes())
  const compile = (file: string) =>
    run(
      join(ROOT, 'node_modules/.bin/tsc'),
      [
        file,
        ...'--noEmit --strict --target esnext --module nodenext --allowImportingTsExtensions'.split(' '),
      ],
      { cwd: join(folder, 'user') },
    ).then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    )
  expect(await compile('program.ts')).toBe('')
  expect(await compile('same-types.ts')).toBe('')
})

/** A user's program, compiled without the types of Node.js. */
const PROGRAM = `
import { Infra, InfraError, JobError, type Job, verifyWebhook } from '@infra/client'
const infra = new Infra({ baseUrl: 'https://infra.example', key: 'infra_sk_' })
const job: Job = await infra.run('speak', { text: 'Hi', voice: new Blob() }, { onProgress: ({ part }) => part.toFixed() })
const text: string | null = job.outputs[0]!.text
const when: string = job.createdAt
for await (const { status } of infra.watch(job.id)) if (status === 'finished') break
const bytes: Uint8Array = await infra.bytes(job, 'speech')
const { credits } = await infra.price('speak', { text: 'Hi' })
const codes = (error: unknown) => error instanceof JobError ? error.job.reason : (error as InfraError).code
await verifyWebhook('', new Headers(), 'whsec_')
// @ts-expect-error A job has no such field.
job.nothing
// @ts-expect-error An input is no date.
await infra.run('speak', { text: new Date() })
export { bytes, codes, credits, text, when }
`

/** Compares each published type with the one in the source. */
function sameTypes(): string {
  const names = 'Job JobEvent JobFile App Upload Price Credits Key NetworkKey Batch Receipt'.split(' ')
  return `
import type * as published from '@infra/client'
import type * as written from '${join(ROOT, 'packages/client/src/types.ts')}'
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
${names.map((name) => `export const same${name}: Same<published.${name}, written.${name}> = true`).join('\n')}
// @ts-expect-error What differs is noticed.
export const other: Same<published.Job, written.JobEvent> = true
`
}
