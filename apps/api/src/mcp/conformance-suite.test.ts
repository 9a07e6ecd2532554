import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Assignment, claimJob, leaseOf, renewLease } from '@infra/protocol/attempts'
import { submitJob } from '@infra/protocol/jobs'
import { expect, onTestFinished, test } from 'vitest'
import { makeTestKey } from '../test/api-key.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { startForwarder } from '../test/servers/start-forwarder.ts'
import { startTestApi } from '../test/start-test-api.ts'

/** Where `npm run clients` has installed `@modelcontextprotocol/conformance`. */
const SUITE = process.env.PROOF_MCP_CONFORMANCE!

/** Those for any server. */
const general = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'server-sse-multiple-streams',
  'dns-rebinding-protection',
]

/** Those that call tools and read resources of a test server: they get ours under these names. */
const renamed = [
  'tools-call-simple-text',
  'tools-call-image',
  'tools-call-audio',
  'tools-call-error',
  'tools-call-with-progress',
  'resources-read-text',
  'resources-read-binary',
  'resources-templates-read',
]

/** What Infra doesn't have (docs/mcp.md). */
const notOffered = [
  // Messages for a log, and suggestions while someone types.
  'logging-set-level',
  'tools-call-with-logging',
  'completion-complete',
  // Whole resources in a result, which has links to them.
  'tools-call-embedded-resource',
  'tools-call-mixed-content',
  // Questions to the client's model, and to its user before the 2026 revision.
  'tools-call-sampling',
  'tools-call-elicitation',
  'elicitation-sep1034-defaults',
  'elicitation-sep1330-enums',
  // One tool with a schema of its own.
  'json-schema-2020-12',
  'resources-subscribe',
  'resources-unsubscribe',
  'prompts-list',
  'prompts-get-simple',
  'prompts-get-with-args',
  'prompts-get-embedded-resource',
  'prompts-get-with-image',
]

test('every scenario of the conformance suite for what Infra offers passes', {
  timeout: 300_000,
  retry: 0,
}, async () => {
  const target = {
    origin: '',
    secret: '',
    tools: {} as Record<string, object>,
    uris: {} as Record<string, string>,
  }
  const forwarder = await startForwarder(({ headers, body }) => ({
    origin: target.origin,
    // The suite knows no keys.
    headers: { ...headers, authorization: `Bearer ${target.secret}` },
    body: rename(body, target),
  }))
  const api = await startTestApi({ env: { PUBLIC_URL: forwarder } })
  api.clock.now = new Date()
  const alice = await signInSomeone(api)
  const apps = ['story-teller', 'speak', 'imagine'].map((id) => ({ id, version: 1 }))
  const node = await startNode(api, { apps })
  const order = async (appId: string, input: Record<string, unknown>) => {
    const { id } = await alice.call(submitJob, { body: { appId, input } })
    await node.finish(await node.claim())
    return id
  }
  const [story, speech, picture] = [
    await order('story-teller', { prompt: 'Chapter 123' }),
    await order('speak', { text: 'Hello.' }),
    await order('imagine', { prompt: 'A fox' }),
  ]
  Object.assign(target, {
    origin: api.origin,
    secret: (await makeTestKey(api, alice)).secret,
    tools: {
      test_simple_text: { name: 'get_job', arguments: { id: story } },
      test_image_content: { name: 'get_job', arguments: { id: picture } },
      test_audio_content: { name: 'get_job', arguments: { id: speech } },
      test_error_handling: { name: 'story-teller', arguments: { length: 3 } },
      test_tool_with_progress: { name: 'story-teller', arguments: { prompt: 'Once', length: 16 } },
    },
    uris: {
      'test://static-text': `infra://job/${story}/text`,
      'test://static-binary': `infra://job/${picture}/picture`,
      'test://template/123/data': `infra://job/${story}/text`,
    },
  })
  const [summary] = await Promise.all([runSuite(`${forwarder}/mcp`), workSlowly(node)])
  const passed = [...summary].filter(([, { passed, failed }]) => passed > 0 && failed === 0)
  expect(passed.map(([name]) => name).toSorted()).toEqual([...general, ...renamed].toSorted())
  const failed = [...summary].filter(([, { failed }]) => failed > 0)
  expect(failed.map(([name]) => name).toSorted()).toEqual(notOffered.toSorted())
  // Checks nothing, because the tool that it calls isn't there.
  expect(summary.get('server-sse-polling')).toEqual({ passed: 0, failed: 0 })
})

function rename(
  body: string,
  { tools, uris }: { tools: Record<string, object>; uris: Record<string, string> },
): string {
  if (!body) return body
  const message = JSON.parse(body) as { method: string; params?: { name?: string; uri?: string } }
  const { name = '', uri = '' } = message.params ?? {}
  return JSON.stringify({
    ...message,
    ...(message.params && {
      params: { ...message.params, ...tools[name], ...(uris[uri] && { uri: uris[uri] }) },
    }),
  })
}

/** Reports progress again and again while the one job runs. */
async function workSlowly(node: Awaited<ReturnType<typeof startNode>>): Promise<void> {
  let job: Assignment | null = null
  while (!job) job = await node.call(claimJob, { query: { wait: 5 } })
  for (const part of [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]) {
    await node.call(renewLease, { ...leaseOf(job), body: { progress: { part, stage: 'Writing' } } })
    await sleep(300)
  }
  await node.finish(job)
}

/** How many checks of each scenario passed and failed. */
async function runSuite(url: string): Promise<Map<string, { passed: number; failed: number }>> {
  const folder = await mkdtemp(join(tmpdir(), 'infra-conformance-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const args = [SUITE, 'server', '--url', url, '--suite', 'all', '--output-dir', folder]
  // It fails because of what isn't offered.
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder }).catch(
    (error) => error,
  )
  const lines = (stdout as string).matchAll(/^[✓✗] ([\w-]+): (\d+) passed, (\d+) failed$/gm)
  return new Map(
    [...lines].map(([, name, passed, failed]) => [name!, { passed: Number(passed), failed: Number(failed) }]),
  )
}
