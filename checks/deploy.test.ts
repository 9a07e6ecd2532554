import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { BlockList } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

interface Service {
  command?: string[]
  environment?: Record<string, string>
  build?: { target: string; args: Record<string, string> }
  healthcheck?: { test: string[] }
  networks?: { default: { ipv4_address: string } }
}

interface Compose {
  services: Record<string, Service>
  volumes: Record<string, unknown>
  networks: { default: { ipam: { config: { subnet: string; ip_range: string }[] } } }
}

/** Tests have no container engine, so the files are checked as text. docs/operations.md says when they were run. */
const { services, volumes, networks }: Compose = parse(read('deploy/compose.yaml'), { merge: true })
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

test('the compose file runs two API processes and a node, with commands that exist', () => {
  expect(ours.map(({ program }) => program)).toEqual(['api', 'api', 'node'])
  for (const { service } of ours) {
    expect(service.command?.[0]).toBe('node')
    expect(existsSync(join(ROOT, service.command![1]!))).toBe(true)
  }
})

test('the programs know every setting in the compose file', () => {
  for (const { name, program, service } of ours) {
    const unknown = Object.keys(service.environment!).filter(
      (setting) => !settingsOf(program).includes(setting),
    )
    expect(unknown, name).toEqual([])
  }
})

test("[finding S15] the compose file's node signs in to the API's public address", () => {
  expect(services.node!.environment!.NETWORK_URL).toBe(services['api-1']!.environment!.PUBLIC_URL)
})

test('example.env has exactly the variables that the compose file uses', () => {
  const asked = [...read('deploy/compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name)
  const given = [...read('deploy/example.env').matchAll(/^(\w+)=/gm)].map(([, name]) => name)
  expect([...new Set(asked)].toSorted()).toEqual(given.toSorted())
})

test('the compose file declares exactly the volumes that it uses', () => {
  const used = [...read('deploy/compose.yaml').matchAll(/volumes: \['([\w-]+):/g)].map(([, name]) => name)
  expect(used.toSorted()).toEqual(Object.keys(volumes).toSorted())
})

test('the balancer lists every API process, and processes drain longer than the balancer takes to notice', () => {
  const balancer = read('deploy/haproxy.cfg')
  for (const { name, program, service } of ours) {
    if (program !== 'api') continue
    const { PORT, DRAIN_SECONDS } = service.environment!
    expect(balancer).toContain(`server ${name} ${name}:${PORT}`)
    const { inter, fall } = /inter (?<inter>\d+)s fall (?<fall>\d+)/.exec(balancer)!.groups!
    expect(Number(DRAIN_SECONDS)).toBeGreaterThan(Number(inter) * Number(fall))
  }
})

test('the balancer resolves names at run time, so it finds a recreated container', () => {
  const balancer = read('deploy/haproxy.cfg')
  const section = /default-server .* resolvers (\w+) init-addr last,libc,none$/m.exec(balancer)?.[1]
  expect(section).toBeDefined()
  expect(balancer).toContain(`\nresolvers ${section}\n    parse-resolv-conf\n`)
})

test('no health check has an argument with a space, since Podman 4 would split it', () => {
  const checks = Object.values(services).flatMap(({ healthcheck }) => (healthcheck ? [healthcheck.test] : []))
  expect(checks).toHaveLength(3)
  expect(checks.flat().filter((argument) => argument.includes(' '))).toEqual([])
})

test("the API trusts the balancer's address, which no other container can get", () => {
  const { ipv4_address } = services.balancer!.networks!.default
  const [{ subnet, ip_range }] = networks.default.ipam.config as [{ subnet: string; ip_range: string }]
  const isIn = (range: string) => {
    const list = new BlockList()
    const [address, bits] = range.split('/')
    list.addSubnet(address!, Number(bits))
    return list.check(ipv4_address)
  }
  for (const { service } of ours.filter(({ program }) => program === 'api'))
    expect(service.environment!.TRUST_PROXY).toBe(ipv4_address)
  expect([isIn(subnet), isIn(ip_range)]).toEqual([true, false])
})

test('both images are built on NODE_IMAGE and run the Node.js of the npm packages', () => {
  const dockerfile = read('deploy/Dockerfile')
  const base = /^ARG NODE_IMAGE=(\S+)$/m.exec(dockerfile)![1]
  for (const { name, service } of ours)
    expect(service.build!.args, name).toEqual({ NODE_IMAGE: `\${NODE_IMAGE:-${base}}` })
  // What the packages' Node.js is linked against and the base image lacks.
  expect(commandsOf('base')).toContain('--no-install-recommends libatomic1 ')
  for (const stage of ['api', 'node']) {
    expect(dockerfile).toContain(`\nFROM base AS ${stage}\n`)
    const commands = commandsOf(stage)
    expect(commands).toContain(
      'RUN ln -sf /infra/node_modules/node-linux-*/bin/node node_modules/.bin/node\n',
    )
    const [, script] = /^RUN node -e "(process\.exit\(.*\))"$/m.exec(commands)!
    const check = script!.replace('/infra/', ROOT)
    const codeOf = (source: string) => spawnSync(process.execPath, ['-e', source]).status
    expect([codeOf(check), codeOf(check.replace('process.version', "'v22.0.0'"))], stage).toEqual([0, 1])
  }
})

test('every npm script that the documents name exists', () => {
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

test('.env.example has every setting of the API', () => {
  const example = read('.env.example')
  expect(settingsOf('api').filter((name) => !new RegExp(`^#? ?${name}=`, 'm').test(example))).toEqual([])
})

/** Like the builder: the last matching line decides, and a match of a folder includes its content. */
function isSent(path: string): boolean {
  const lines = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const last = lines.findLast((line) => patternOf(line.replace(/^!/, '')).test(path))
  return last === undefined || last.startsWith('!')
}

function patternOf(line: string): RegExp {
  const words = line.replace(/[.+^$()|[\]{}]/g, '\\$&')
  const pattern = words.replace(/\*\*\/|\*/g, (star) => (star === '*' ? '[^/]*' : '(?:.*/)?'))
  return new RegExp(`^${pattern}(?:/.*)?$`)
}

/** What a stage of the Dockerfile copies from the build context. */
function sourcesOf(stage: string): string[] {
  return [...commandsOf(stage).matchAll(/^COPY (.*) \S+$/gm)].flatMap(([, sources]) => sources!.split(' '))
}

function commandsOf(stage: string): string {
  const lines = new RegExp(`^FROM \\S+ AS ${stage}\\n([\\s\\S]*?)(?=^FROM|(?![\\s\\S]))`, 'm')
  return lines.exec(read('deploy/Dockerfile'))![1]!
}

const secrets = ['.env', '.env.production', 'deploy/.env', 'apps/api/.env.local', '.data/postgres/PG_VERSION']
const heavy = [
  '.git/config',
  'node_modules/zod/index.js',
  'apps/web/dist/index.html',
  'apps/node/.data/node-https-infra.example.key',
]

test('[finding S9] the build context has no settings, data or git history', () => {
  expect([...secrets, ...heavy, 'backups/tables/signing_keys'].filter(isSent)).toEqual([])
  expect(sourcesOf('api')).toEqual(['.'])
  // The build packs the licence into the client and the node agent, which the API serves.
  for (const path of [
    'package-lock.json',
    'LICENSE',
    'stack/boot.mjs',
    'apps/api/src/main.ts',
    'content/help',
  ])
    expect(isSent(path), path).toBe(true)
})

test("[finding S9] the node's image has no code of ours except the node and the packages", () => {
  expect(services.node!.build!.target).toBe('node')
  expect(services['api-1']!.build!.target).toBe('api')
  const sources = sourcesOf('node')
  for (const source of sources) {
    expect(existsSync(join(ROOT, source)), source).toBe(true)
    expect(isSent(source), source).toBe(true)
  }
  const folders = sources.filter((source) => !/\.json$|^\.npmrc$/.test(source))
  expect(folders).toEqual(['packages', 'apps/node'])
  const { workspaces }: { workspaces: string[] } = JSON.parse(read('package.json'))
  for (const workspace of workspaces.filter((one) => !one.includes('*')))
    expect(sources).toContain(`${workspace}/package.json`)
})

test('[finding S9] git ignores all settings files except the examples', () => {
  const isIgnored = (path: string) => {
    try {
      return execFileSync('git', ['check-ignore', '--no-index', path], { cwd: ROOT }).length > 0
    } catch {
      return false
    }
  }
  expect(
    ['.env', '.env.local', 'deploy/.env', 'apps/node/.env.production'].filter((path) => !isIgnored(path)),
  ).toEqual([])
  expect(['.env.example', 'deploy/example.env'].filter(isIgnored)).toEqual([])
})
