import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const SOURCES = fileURLToPath(new URL('../apps/web/src/', import.meta.url))
const PROTOCOL = fileURLToPath(new URL('../packages/protocol/src/', import.meta.url))

/** `GET /job/{id}`, by its export name in the protocol. */
const endpoints = new Map(
  globSync('*.ts', { cwd: PROTOCOL }).flatMap((file) =>
    [
      ...readFileSync(PROTOCOL + file, 'utf8').matchAll(
        /export const (\w+) = endpoint\(\{\s+method: '(\w+)',\s+path: '([^']+)'/g,
      ),
    ].map(([, name, method, path]) => [name!, `${method} ${path}`] as const),
  ),
)

const COMMENT = /\/\*[\s\S]*?\*\//g
const sources = globSync('**/*.{ts,tsx}', { cwd: SOURCES })
  .filter((file) => !/\.test\.tsx?$|(^|\/)test[-/]/.test(file))
  .map((file) => readFileSync(SOURCES + file, 'utf8').replaceAll(COMMENT, ''))
  .join('\n')

/** Passed to a function, or its response read as it comes. A type made from it isn't a call. */
const isCalled = (name: string) =>
  new RegExp(`\\w\\([^()]*\\b${name}\\b|readRaw<typeof ${name}>`).test(sources)
const made = new Set<string>([...endpoints].filter(([name]) => isCalled(name)).map(([, call]) => call))

test('[I-3] the web app makes every call of the specification', () => {
  const specified = [
    'POST /auth/token',
    'POST /auth/refresh',
    'GET /user/me',
    'GET /user/{id}',
    'PATCH /user/me',
    'GET /user/me/favorite',
    'GET /app',
    'GET /devlog',
    'GET /job/{id}',
    'GET /job/finished',
    'GET /job',
    'POST /job',
    'PUT /job/{id}/favorite',
    'DELETE /job/{id}/favorite',
    'GET /prices',
    'POST /bugreport',
    'POST /chat',
    'GET /perf-stats',
  ]
  expect(specified.filter((call) => !made.has(call))).toEqual([])
})
