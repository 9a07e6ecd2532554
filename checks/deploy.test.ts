import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

interface Service {
  command?: string[]
  environment?: Record<string, string>
}

/** There is no container engine here: what can be known without one is looked at word by word. */
const { services, volumes }: { services: Record<string, Service>; volumes: Record<string, unknown> } = parse(
  read('deploy/compose.yaml'),
  { merge: true },
)
const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'))

/** Which settings a program reads: its one configuration file names them all. */
function settingsOf(program: string): string[] {
  const source = read(`apps/${program}/src/config.ts`)
  return [...source.matchAll(/^ {2,4}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name!)
}

const programOf = ({ command }: Service) => /^apps\/(\w+)\/src\/main\.ts$/.exec(command?.[1] ?? '')?.[1]
const ours = Object.entries(services).flatMap(([name, service]) => {
  const program = programOf(service)
  return program ? [{ name, program, service }] : []
})

test('the compose file runs two API processes and a node, by commands that are there', () => {
  expect(ours.map(({ program }) => program)).toEqual(['api', 'api', 'node'])
  for (const { service } of ours) {
    expect(service.command?.[0]).toBe('node')
    expect(existsSync(join(ROOT, service.command![1]!))).toBe(true)
  }
})

test('every setting in the compose file is one that the program knows', () => {
  for (const { name, program, service } of ours) {
    const unknown = Object.keys(service.environment!).filter(
      (setting) => !settingsOf(program).includes(setting),
    )
    expect(unknown, name).toEqual([])
  }
})

test('every variable that the compose file asks for is in the example, and none is left over', () => {
  const asked = [...read('deploy/compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name)
  const given = [...read('deploy/example.env').matchAll(/^(\w+)=/gm)].map(([, name]) => name)
  expect([...new Set(asked)].toSorted()).toEqual(given.toSorted())
})

test('the volumes of the compose file are those that are used', () => {
  const used = [...read('deploy/compose.yaml').matchAll(/volumes: \['([\w-]+):/g)].map(([, name]) => name)
  expect(used.toSorted()).toEqual(Object.keys(volumes).toSorted())
})

test('the balancer knows every API process, and a process leaves later than the balancer notices', () => {
  const balancer = read('deploy/haproxy.cfg')
  for (const { name, program, service } of ours) {
    if (program !== 'api') continue
    const { PORT, DRAIN_SECONDS } = service.environment!
    expect(balancer).toContain(`server ${name} ${name}:${PORT}`)
    const { inter, fall } = /inter (?<inter>\d+)s fall (?<fall>\d+)/.exec(balancer)!.groups!
    expect(Number(DRAIN_SECONDS)).toBeGreaterThan(Number(inter) * Number(fall))
  }
})

test('every command that the documents name exists', () => {
  for (const path of [
    'docs/operations.md',
    'docs/operators.md',
    'docs/proofs.md',
    'deploy/Dockerfile',
    'README.md',
  ]) {
    const named = [...read(path).matchAll(/npm run (?:--silent )?([a-z][a-z:-]*)/g)].map(([, name]) => name!)
    expect(
      named.filter((name) => !(name in scripts)),
      path,
    ).toEqual([])
  }
})

test('every setting of the API is in the example of settings', () => {
  const example = read('.env.example')
  expect(settingsOf('api').filter((name) => !new RegExp(`^#? ?${name}=`, 'm').test(example))).toEqual([])
})
