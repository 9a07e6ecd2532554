import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@infra/protocol/client'
import { getCredits, STARTER_CREDITS } from '@infra/protocol/credits'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import OpenAI, { toFile } from 'openai'
import sharp from 'sharp'
import { type Ball, expectThat, pixelAt, SPOKEN, sceneWith, svg, wordsOf } from './check-apps.ts'
import { makeKey, type Say, signInAsNewUser, untilServed } from './new-user.ts'

/** Models are fetched at the first job that needs them. */
const CALL_MS_MAX = 10 * 60_000

/** A story of the longest kind, so that there is something to cancel. */
const LONG_STORY = { name: 'story-teller', arguments: { prompt: 'Once upon a time', length: 256 } }

/**
 * Has the unmodified clients of OpenAI and MCP call the network with an API key, as their users do: speech, transcription, an edited picture,
 * stories, tools with progress and one that is cancelled. Throws if a result is wrong or the credits don't agree.
 */
export async function tryClients(origin: string, say: Say): Promise<void> {
  const prefix = `${origin}/api`
  await untilServed(
    createClient({ prefix }),
    ['speak', 'transcribe', 'erase-fill', 'story-teller', 'upscale'],
    say,
  )
  const person = await signInAsNewUser(prefix)
  const key = await makeKey(person, 'Unmodified clients')
  let spent = 0
  const countCost = (response: Response) => {
    spent += Number(response.headers.get('infra-cost'))
    return response
  }
  const openai = new OpenAI({
    apiKey: key,
    baseURL: `${origin}/v1`,
    maxRetries: 5,
    timeout: CALL_MS_MAX,
    // The unmodified client; the costs are read from the responses as they pass.
    fetch: async (...request) => countCost(await fetch(...request)),
  })
  for (const attempt of [tryModels, trySpeech, tryEdit, tryStory]) say(await attempt(openai))
  for (const era of ['auto', 'legacy'] as const) {
    const { outcome, credits } = await tryTools(origin, key, era)
    say(outcome)
    spent += credits
  }
  // The streamed story has its price only in its last chunk, so the balance is read here.
  const { available, held } = await person(getCredits)
  say(`Spent ${STARTER_CREDITS - available} credits, ${spent} of them reported in headers and results.`)
  expectThat(held === 0, `nothing is on hold, though ${held} credits are`)
  expectThat(available + spent <= STARTER_CREDITS, `no more was reported than spent`)
}

async function tryModels(openai: OpenAI): Promise<string> {
  const ids = (await openai.models.list()).data.map(({ id }) => id)
  expectThat(ids.includes('speak'), `the models are the apps, not ${ids.join(', ')}`)
  return `openai: ${ids.length} models.`
}

async function trySpeech(openai: OpenAI): Promise<string> {
  const spoken = await openai.audio.speech.create({ model: 'speak', voice: 'fast', input: SPOKEN })
  const bytes = Buffer.from(await spoken.arrayBuffer())
  expectThat(bytes.toString('latin1', 0, 4) === 'RIFF', 'speech comes as WAV')
  const { text } = await openai.audio.transcriptions.create({
    model: 'transcribe',
    file: await toFile(bytes, 'speech.wav'),
  })
  const [said, written] = [SPOKEN, text].map(wordsOf)
  const missing = said!.filter((word) => !written!.includes(word))
  expectThat(missing.length <= 1, `every word was heard, though "${missing.join(' ')}" was not`)
  return `openai: spoke ${bytes.length} bytes, and wrote down ${said!.length - missing.length} of ${said!.length} words.`
}

async function tryEdit(openai: OpenAI): Promise<string> {
  const ball: Ball = { x: 110 + Math.floor(Math.random() * 100), y: 110, radius: 45 }
  const scene = await sharp(Buffer.from(sceneWith(ball)))
    .png()
    .toBuffer()
  const hole = svg(`<circle cx="${ball.x}" cy="${ball.y}" r="${ball.radius + 8}"/>`)
  const mask = await sharp(scene)
    .ensureAlpha()
    .composite([{ input: Buffer.from(hole), blend: 'dest-out' }])
    .png()
    .toBuffer()
  const { data } = await openai.images.edit({
    model: 'erase-fill',
    image: await toFile(scene, 'scene.png', { type: 'image/png' }),
    mask: await toFile(mask, 'mask.png', { type: 'image/png' }),
    prompt: 'nothing',
  })
  const edited = Buffer.from(data![0]!.b64_json!, 'base64')
  const [red = 255, , blue = 0] = await pixelAt(edited, ball.x, ball.y)
  expectThat(red < blue + 40, `the ball is gone, though red is ${red} and blue ${blue}`)
  return 'openai: made a ball go away.'
}

async function tryStory(openai: OpenAI): Promise<string> {
  const order = {
    model: 'story-teller',
    prompt: 'Lily found a warm stone',
    max_tokens: 60,
    seed: 7,
    temperature: 0,
  }
  const whole = (await openai.completions.create(order)).choices[0]!.text
  let streamed = ''
  let parts = 0
  for await (const { choices } of await openai.completions.create({ ...order, stream: true })) {
    streamed += choices[0]?.text ?? ''
    parts++
  }
  expectThat(whole.length > 80, `a story was written, not "${whole}"`)
  expectThat(streamed === whole, `the same seed gives the same story, not "${streamed}"`)
  return `openai: wrote a story of ${whole.length} characters, and again in ${parts} parts.`
}

async function tryTools(origin: string, key: string, era: 'auto' | 'legacy') {
  const client = new Client({ name: 'infra-try', version: '1' }, { versionNegotiation: { mode: era } })
  const headers = { authorization: `Bearer ${key}` }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit: { headers } }),
  )
  try {
    const { tools } = await client.listTools()
    const reports: number[] = []
    const finished = await client.callTool(LONG_STORY, {
      onprogress: ({ progress }) => void reports.push(progress),
    })
    const result = finished.structuredContent as { status: string; credits: number }
    expectThat(result.status === 'finished', `a story was written, not ${JSON.stringify(finished.content)}`)
    expectThat(reports.length > 0, 'progress is reported')
    const cancelledAfter = await cancelOne(client)
    const outcome = `MCP (${era}): ${tools.length} tools, a story with ${reports.length} reports of progress, one cancelled within ${cancelledAfter.toFixed(0)} ms.`
    return { outcome, credits: result.credits }
  } finally {
    await client.close()
  }
}

/** Abandons a call at its first progress; the part written by then is paid. Returns how long it took until the job was cancelled. */
async function cancelOne(client: Client): Promise<number> {
  const stop = new AbortController()
  let stoppedAt = 0
  const onprogress = () => {
    stoppedAt ||= performance.now()
    stop.abort()
  }
  const left = await client
    .callTool(
      { ...LONG_STORY, arguments: { ...LONG_STORY.arguments, seed: 1 } },
      { signal: stop.signal, onprogress },
    )
    .catch(() => undefined)
  expectThat(left === undefined, 'the call was left before its end')
  for (let tries = 0; ; tries++) {
    const { structuredContent } = await client.callTool({ name: 'list_jobs', arguments: { limit: 1 } })
    const [latest] = (structuredContent as { jobs: { status: string }[] }).jobs
    if (latest!.status === 'cancelled') return performance.now() - stoppedAt
    expectThat(tries < 100, `the job is cancelled, though it is ${latest!.status}`)
    await sleep(50)
  }
}
