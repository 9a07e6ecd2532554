import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { nameOfMachine, readConfig } from './config.ts'

test('without settings, the node belongs to the network on this machine', () => {
  expect(readConfig({})).toMatchObject({
    apiPrefix: 'http://localhost:8080/api',
    dataDir: resolve('.data/node'),
    weights: { cache: resolve('.data/node/weights'), folder: undefined, mirror: undefined },
    name: expect.stringMatching(/^.{1,40}$/),
    slots: undefined,
    apps: undefined,
    logLevel: 'info',
  })
})

test.for([
  ['https://infra.example', 'https://infra.example/api'],
  ['https://infra.example/', 'https://infra.example/api'],
  ['https://infra.example/api/', 'https://infra.example/api'],
  ['https://infra.example/v2/doors', 'https://infra.example/v2/doors'],
])('the API of %s is at %s', ([API_URL, prefix]) => {
  expect(readConfig({ API_URL }).apiPrefix).toBe(prefix)
})

test.for([
  [{ API_URL: 'https://infra.example/v2/api' }, 'https://infra.example'],
  [{ API_URL: 'https://infra.example:8443' }, 'https://infra.example:8443'],
  [{ API_URL: 'http://localhost:8080/api', NETWORK_URL: 'https://infra.example/' }, 'https://infra.example'],
  [{ API_URL: 'https://infra.example', NETWORK_URL: '' }, 'https://infra.example'],
] as const)('[finding S15] with %j, the node signs in to %s', ([environment, network]) => {
  expect(readConfig(environment).network.href).toBe(`${network}/`)
})

test('an empty value means unset, and NODE_APPS is a list', () => {
  expect(readConfig({ API_URL: '', NODE_APPS: 'echo, cut-out' }).apps).toEqual(['echo', 'cut-out'])
})

test('the settings of an adapter must be complete or absent', () => {
  const url = 'http://localhost:8188'
  expect(readConfig({})).toMatchObject({ imagine: undefined, write: undefined })
  expect(readConfig({ WRITE_URL: `${url}/v1/`, WRITE_KIND: 'openai', WRITE_MODEL: 'm' }).write).toEqual({
    url: new URL(url),
    kind: 'openai',
    model: 'm',
    key: undefined,
  })
  expect(() => readConfig({ IMAGINE_URL: url })).toThrow('IMAGINE_KIND')
  expect(() => readConfig({ IMAGINE_KIND: 'openai' })).toThrow('IMAGINE_URL')
  expect(() => readConfig({ IMAGINE_URL: url, IMAGINE_KIND: 'comfyui' })).toThrow('IMAGINE_MODEL')
  expect(() => readConfig({ WRITE_URL: url, WRITE_KIND: 'ollama' })).toThrow('WRITE_MODEL')
})

test('all invalid settings are named at once', () => {
  const bad = {
    API_URL: 'ftp://x',
    NETWORK_URL: 'infra.example',
    NODE_SLOTS: '0',
    NODE_APPS: 'Not An App',
    LOG_LEVEL: 'loud',
    WEIGHTS_MIRROR: 'x',
  }
  for (const name of Object.keys(bad)) expect(() => readConfig(bad)).toThrow(name)
})

test.for(['http://10.0.0.7:8080/api', 'http://the-network.example', 'http://localhost.example/api'])(
  '[finding X11] the agent refuses to send its token unencrypted to another machine: %s',
  (API_URL) => {
    expect(() => readConfig({ API_URL })).toThrow(/API_URL|https/)
    expect(() => readConfig({ API_URL: API_URL.replace('http:', 'https:') })).not.toThrow()
  },
)

test.for(['http://localhost:8080/api', 'http://127.0.0.1:1/api', 'http://[::1]:1/api'])(
  '[finding X11] plain http is allowed to this machine: %s',
  (API_URL) => {
    expect(readConfig({ API_URL }).apiPrefix).toBe(API_URL)
  },
)

test('[finding S14] a machine whose hostname the network would refuse is called node', () => {
  expect(['attic-2', 'infrared.local', 'Infra', 'infra-01', 'admin2.lan', ''].map(nameOfMachine)).toEqual([
    'attic-2',
    'infrared.local',
    'node',
    'node',
    'node',
    'node',
  ])
  expect(() => readConfig({ NODE_NAME: 'Attic\u202e' })).toThrow('hidden characters')
})

test('an installed agent keeps its settings and data in its own folder, and the environment takes precedence', async () => {
  const home = await mkdtemp(join(tmpdir(), 'infra-home-'))
  onTestFinished(() => rm(home, { recursive: true }))
  expect(readConfig({ INFRA_NODE_HOME: home }).dataDir).toBe(join(home, 'data'))
  await writeFile(join(home, 'settings.env'), 'API_URL=https://infra.example/api\nNODE_SLOTS=3\n')
  expect(readConfig({ INFRA_NODE_HOME: home, NODE_SLOTS: '2' })).toMatchObject({
    apiPrefix: 'https://infra.example/api',
    home,
    slots: 2,
  })
})

test('reads when the node takes jobs, and how much of the machine they get', () => {
  const { availability, hardware } = readConfig({
    NODE_HOURS: '22:00-07:00, 12:00-13:00',
    NODE_IDLE_MINUTES: '10',
    NODE_MAX_LOAD: '30',
    NODE_ON_BATTERY: 'off',
    NODE_MAX_TEMPERATURE: '82.5',
    NODE_CORES: '2',
    NODE_MEMORY_MB: '3000',
  })
  expect(availability).toEqual({
    hours: [
      { from: 22 * 60, to: 7 * 60 },
      { from: 12 * 60, to: 13 * 60 },
    ],
    idleMinutes: 10,
    loadMax: 30,
    onBattery: false,
    temperatureMax: 82.5,
  })
  expect(hardware).toEqual({ cores: 2, memoryMb: 3000 })
  expect(readConfig({}).availability).toEqual({ onBattery: true })
})

test.for([
  { NODE_HOURS: '22-7' },
  { NODE_IDLE_MINUTES: '4' },
  { NODE_MAX_LOAD: '0' },
  { NODE_ON_BATTERY: 'no' },
  { NODE_SEND_LOG: 'yes' },
  { NODE_MAX_TEMPERATURE: '20' },
  { NODE_CORES: '0' },
  { NODE_MEMORY_MB: '1' },
])('%j is refused by name', (environment) => {
  expect(() => readConfig(environment)).toThrow(Object.keys(environment)[0])
})

test('NODE_MAX_LOAD is refused with a writer on this machine, whose load would count as the owner’s', () => {
  const write = { WRITE_KIND: 'openai', WRITE_MODEL: 'm', NODE_MAX_LOAD: '50' }
  expect(() => readConfig({ ...write, WRITE_URL: 'http://localhost:8000' })).toThrow('would count as yours')
  expect(readConfig({ ...write, WRITE_URL: 'http://192.168.0.7:8000' }).availability.loadMax).toBe(50)
})

test('reads disk and bandwidth limits; a weights folder that the operator names counts as shared', () => {
  const { diskMb, bandwidth, weights } = readConfig({
    NODE_DISK_MB: '800',
    NODE_DOWNLOAD_MBIT: '12.5',
    NODE_UPLOAD_MBIT: '2',
  })
  expect({ diskMb, bandwidth }).toEqual({ diskMb: 800, bandwidth: { downMbit: 12.5, upMbit: 2 } })
  expect(weights.isShared).toBe(false)
  expect(readConfig({ WEIGHTS_CACHE: '/weights' }).weights.isShared).toBe(true)
  for (const bad of [{ NODE_DISK_MB: '199' }, { NODE_DOWNLOAD_MBIT: '1' }, { NODE_UPLOAD_MBIT: 'fast' }])
    expect(() => readConfig(bad)).toThrow(Object.keys(bad)[0])
})
