import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { startRemote } from '../test/remote-server.ts'
import { simulateAutomatic1111 } from '../test/simulate-automatic1111.ts'
import { simulateComfyUi } from '../test/simulate-comfy-ui.ts'
import { simulateProgram } from '../test/simulate-program.ts'

const MAIN = join(import.meta.dirname, '../main.ts')
const SLOW = { timeout: 120_000 }
const CHECKPOINT = 'v1-5-pruned-emaonly.safetensors'
const started: ChildProcess[] = []

afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

/** The real program, as a person starts it. */
function adaptersTest(args: string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [MAIN, 'adapters', 'test', ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  const ended = once(child, 'close').then(([code]) => code as number)
  return { child, ended, output: () => output }
}

async function tried(args: string[], environment?: Record<string, string>) {
  const { ended, output } = adaptersTest(args, environment)
  const code = await ended
  return { code, output: output() }
}

test('ComfyUI: reports what works and prints the settings', SLOW, async () => {
  const remote = await simulateComfyUi({ stepMs: 30 })
  const { code, output } = await tried([remote.url.href])
  expect(output).toMatch(/^ok {4}Program +ComfyUI 0\.38\.1$/m)
  expect(output).toMatch(
    /^ok {4}Models +v1-5-pruned-emaonly\.safetensors; tried with .*, choose with --model$/m,
  )
  expect(output).toMatch(/^ok {4}Picture +made in [\d.]+ s$/m)
  expect(output).toMatch(/^ok {4}Progress, previews +both$/m)
  expect(output).toMatch(/^ok {4}Same seed +the same again$/m)
  expect(output).toMatch(/^ok {4}Cancel +it was free for the next one/m)
  expect(output).toMatch(
    /^ok {4}Wrong model +refused: .*Value not in list \(ckpt_name: 'infra-no-such-model'/m,
  )
  expect(output).toMatch(/^ok {4}Two at once +both done in/m)
  expect(output).toMatch(/^ok {4}Receipts +would name ComfyUI 0\.38\.1 with v1-5.*, no hash of the model/m)
  expect(output).toContain(
    `IMAGINE_KIND=comfyui\nIMAGINE_URL=${remote.url.href}\nIMAGINE_MODEL=${CHECKPOINT}\n`,
  )
  expect(code).toBe(0)
  expect(remote.running()).toBe(0)
})

test(
  'Stable Diffusion WebUI with a password: a feature that it lacks doesn’t count as a failure',
  SLOW,
  async () => {
    const authorization = `Basic ${Buffer.from('me:right').toString('base64')}`
    const remote = await simulateAutomatic1111({ authorization })
    const { code, output } = await tried([remote.url.href, '--key', 'me:right'])
    expect(output).toMatch(/^ok {4}Program +Stable Diffusion WebUI$/m)
    expect(output).toMatch(/^- {5}Wrong model +not offered by this program: it paints with the checkpoint/m)
    expect(output).toMatch(/^ok {4}Receipts +would name Automatic1111 v1\.10\.1 with .*, hash 6ce0161689b3…/m)
    expect(output).toContain(`IMAGINE_URL=${remote.url.href}\nIMAGINE_KEY='the key that you gave'\n`)
    expect(output).not.toContain('right\n')
    expect(code).toBe(0)
  },
)

test.for([
  ['ollama', 'Ollama 0.40.12', 'qwen3:4b', 'ollama'],
  ['vllm', 'vLLM 0.19.1', 'Qwen/Qwen3-4B', 'openai'],
  ['llama-cpp', 'llama.cpp b9150-00dd0816', 'qwen3-4b.gguf', 'openai'],
] as const)('%s: reports what works and prints the settings', SLOW, async ([name, program, model, kind]) => {
  const remote = await simulateProgram(name)
  const { code, output } = await tried([`${remote.url.href}v1`])
  expect(output).toMatch(new RegExp(`^ok {4}Program +${program}$`, 'm'))
  expect(output).toMatch(/^ok {4}Text +"The fox 42 says Zoë 🦊" in/m)
  expect(output).toMatch(/^ok {4}Streaming +in 2 pieces$/m)
  expect(output).toMatch(/^ok {4}Same seed/m)
  expect(output).toMatch(/^ok {4}Cancel/m)
  expect(output).toMatch(
    name === 'llama-cpp'
      ? /^- {5}Wrong model +not offered .* it uses the model that it has/m
      : /^ok {4}Wrong model +refused: /m,
  )
  expect(output).toMatch(/^ok {4}Two at once/m)
  expect(output).toContain(`would name ${program} with ${model}`)
  expect(output).toContain(`WRITE_KIND=${kind}\nWRITE_URL=${remote.url.href}\nWRITE_MODEL=${model}\n`)
  expect(code).toBe(0)
})

test(
  'says what to do if a program wants a key, lacks the model, is still loading or isn’t running',
  SLOW,
  async () => {
    const vllm = await simulateProgram('vllm', { authorization: 'Bearer right' })
    const llama = await simulateProgram('llama-cpp', { authorization: 'Bearer right' })
    const loading = await simulateProgram('llama-cpp', { answers: { 'GET /v1/models': 'loading' } })
    const noApi = { 'GET /sdapi/v1/progress': 'noApi', 'GET /sdapi/v1/sd-models': 'noApi' }
    const page = await simulateAutomatic1111({ answers: noApi })
    const gone = await startRemote({})
    await gone.stop()
    const cases: [string[], RegExp][] = [
      [[vllm.url.href], /^FAIL {2}Program +.* answered 401: Unauthorized\. Give its key with --key/m],
      // The list of its models is open to anyone.
      [
        [llama.url.href, '--key', 'wrong'],
        /^FAIL {2}Text +.* answered 401: Invalid API Key\. Give its key with --key\./m,
      ],
      [[loading.url.href], /^FAIL {2}Program +.* Loading model\. Wait until it has loaded/m],
      [
        [page.url.href],
        /^FAIL {2}Program +.* is Stable Diffusion WebUI without its API\. Start it with --api\./m,
      ],
      [[gone.url.href], /^FAIL {2}Program +.* cannot be reached: .* Start the program/m],
      [
        [llama.url.href, '--key', 'right', '--model', 'huge'],
        /^FAIL {2}Models +It has no "huge", but qwen3-4b\.gguf\./m,
      ],
    ]
    for (const [args, words] of cases) {
      const { code, output } = await tried(args)
      expect(output).toMatch(words)
      expect(output).not.toContain('settings.env')
      expect(code).toBe(1)
    }
  },
)

test('distinguishes an unknown program from one that doesn’t answer', SLOW, async () => {
  const page = await startRemote({ '*': (_, response) => void response.end('<html>Welcome!</html>') })
  const other = await tried([page.url.href])
  expect(other.output).toMatch(/^FAIL {2}Program +Something answers at .*, but not as ComfyUI, /m)
  expect(other.code).toBe(1)

  const silent = await startRemote({ '*': () => undefined })
  const hanging = await tried([silent.url.href])
  expect(hanging.output).toMatch(/^FAIL {2}Program +.* takes the connection but does not answer\./m)
  expect(hanging.code).toBe(1)
})

test('uses the settings for the same address, and exits with 1 if a check fails', SLOW, async () => {
  const remote = await simulateProgram('ollama', { answers: { 'POST /api/chat': 'onlyThought' } })
  const settings = { WRITE_URL: remote.url.href, WRITE_KIND: 'ollama', WRITE_MODEL: 'qwen3:4b' }
  const { code, output } = await tried([remote.url.href], settings)
  expect(output).toMatch(/^ok {4}Models +qwen3:4b; tried with qwen3:4b$/m)
  expect(output).toMatch(/^FAIL {2}Text +The model thought until the length was used up/m)
  expect(output).not.toContain('Cancel')
  expect(output).toContain('1 check failed.')
  expect(code).toBe(1)
})

test('Ctrl-C cancels what is under way at the program, and ends', SLOW, async () => {
  const remote = await simulateComfyUi({ stepMs: 1_000 })
  const { child, ended, output } = adaptersTest([remote.url.href])
  await expect.poll(remote.running, SLOW).toBe(1)
  child.kill('SIGINT')
  expect(await ended).toBe(1)
  expect(output()).toContain('Stopped. What was under way was cancelled there.')
  await expect.poll(remote.running, SLOW).toBe(0)
  expect(remote.at('GET /view')).toEqual([])
})

test('bad arguments are refused with the usage', SLOW, async () => {
  for (const args of [[], ['nowhere'], ['http://localhost:1', '--kind', 'dance'], ['ftp://localhost']]) {
    const { code, output } = await tried(args)
    expect(output).toContain('Use: infra-node adapters test URL')
    expect(code).toBe(2)
  }
})
