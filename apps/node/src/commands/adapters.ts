import { parseArgs } from 'node:util'
import { z } from 'zod'
import { openAdapters } from '../adapters/adapters.ts'
import {
  identifyProgram,
  type Program,
  type ProgramKind,
  programKinds,
} from '../adapters/identify-program.ts'
import { type Remote, statusOf, untilCancellationsSent } from '../adapters/remote.ts'
import { exitCodes } from '../agent/stopped.ts'
import { type Config, withoutVersion } from '../config.ts'
import { type Finding, matrixFor, type Trial } from '../doctor/adapter-matrix.ts'
import type { Log } from '../log.ts'

const USAGE = `infra-node adapters test URL [--kind ${programKinds.join('|')}] [--model NAME] [--key KEY]`
const ANSWER_MS = 10_000
const CANCELLATIONS_MS = 5_000
const NAME_WIDTH = 'Progress, previews'.length

/** Tries a program that paints or writes the way jobs would use it, and reports what works and which settings to use. */
export async function adapters(config: Config, _log: Log, args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { kind: { type: 'string' }, model: { type: 'string' }, key: { type: 'string' } },
  })
  const [what, address, ...more] = positionals
  const url = z.url({ protocol: /^https?$/ }).safeParse(address)
  const kind = z.enum(programKinds).optional().safeParse(values.kind)
  if (what !== 'test' || !url.success || !kind.success || more.length > 0) throw new Error(`Use: ${USAGE}`)
  const stop = new AbortController()
  const onSignal = () => stop.abort(new Error('Stopped.'))
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal)
  const given = {
    url: withoutVersion(new URL(url.data)),
    kind: kind.data,
    model: values.model,
    key: values.key,
  }
  try {
    return await tryProgram({ ...given, ...ownSettings(config, given) }, stop.signal)
  } catch (error) {
    if (!stop.signal.aborted) throw error
    // Withdraw what it was doing for us before we exit.
    await untilCancellationsSent(CANCELLATIONS_MS)
    console.log('\nStopped. What was under way was cancelled there.')
    return exitCodes.failed
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
  }
}

interface Given extends Remote {
  kind?: ProgramKind
  model?: string
  workflow?: string
}

/** The node's own settings for the same address, unless the command says otherwise. */
function ownSettings({ imagine, write }: Config, { url, kind, model, key }: Given): Partial<Given> {
  const own = [imagine, write].find((each) => each?.url.href === url.href)
  if (!own) return {}
  const ownKind = own === imagine && own.kind === 'openai' ? 'openai-images' : own.kind
  const workflow = model === undefined && 'workflow' in own ? own.workflow : undefined
  return { kind: kind ?? ownKind, model: model ?? own.model, key: key ?? own.key, workflow }
}

async function tryProgram(given: Given, signal: AbortSignal): Promise<number> {
  let failed = 0
  const check = async (name: string, run: () => Promise<Finding>) => {
    const { is, found } = await run().catch((error: Error): Finding => {
      signal.throwIfAborted()
      failed += 1
      const advice = [401, 403].includes(statusOf(error) ?? 0) ? '. Give its key with --key.' : ''
      return { is: 'FAIL', found: `${error.message}${advice}` }
    })
    const mark = is === 'not offered' ? '-' : is
    const words = is === 'not offered' ? `not offered by this program: ${found}` : found
    // A program's text may contain anything, and this is a terminal.
    const line = words.replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    console.log(`${mark.padEnd(4)}  ${name.padEnd(NAME_WIDTH)}  ${line}`)
    return is !== 'FAIL'
  }

  let program: Program | undefined
  await check('Program', async () => {
    program = await identifyProgram(
      given,
      given.kind,
      AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
    )
    return { is: 'ok', found: `${program.name}${program.version ? ` ${program.version}` : ''}` }
  })
  let trial: Trial | undefined
  if (program)
    await check('Models', async () =>
      describeModels(program!, given, (model) => {
        trial = trialOf(program!, { ...given, model }, signal)
      }),
    )
  for (const [at, { name, run }] of (trial ? matrixFor(trial) : []).entries())
    if (!(await check(name, run)) && at === 0) break
  if (failed > 0 || !trial) {
    console.log(
      `\n${failed} ${failed === 1 ? 'check' : 'checks'} failed. The network should not send jobs to it yet.`,
    )
    return exitCodes.failed
  }
  console.log(`\nIt can serve. For settings.env:\n\n${settingsOf(trial, given)}`)
  return 0
}

function describeModels(
  { models, kind }: Program,
  { model, workflow }: Given,
  choose: (model?: string) => void,
): Finding {
  const listed =
    models.slice(0, 10).join(', ') + (models.length > 10 ? ` and ${models.length - 10} more` : '')
  if (models.length === 0) throw new Error('It has none. Get one for it first.')
  // Ollama adds the tag that is not given.
  const chosen =
    model === undefined ? models[0]! : models.find((each) => each === model || each === `${model}:latest`)
  if (workflow === undefined && chosen === undefined) throw new Error(`It has no "${model}", but ${listed}.`)
  choose(workflow === undefined ? chosen : undefined)
  if (workflow !== undefined) return { is: 'ok', found: `${listed}; your workflow chooses` }
  if (kind === 'automatic1111') return { is: 'ok', found: listed }
  return {
    is: 'ok',
    found: `${listed}; tried with ${chosen}${model === undefined ? ', choose with --model' : ''}`,
  }
}

function trialOf(program: Program, given: Given, signal: AbortSignal): Trial {
  const { url, key, model, workflow } = given
  const remote = { url, key }
  const app = program.kind === 'ollama' || program.kind === 'openai' ? 'write' : 'imagine'
  const open = (other?: string) => {
    const named = other ?? model
    if (program.kind === 'ollama' || program.kind === 'openai')
      return openAdapters({ imagine: undefined, write: { ...remote, kind: program.kind, model: named! } })
        .write!
    const kind = program.kind === 'openai-images' ? 'openai' : program.kind
    const own = other === undefined ? workflow : undefined
    return openAdapters({ imagine: { ...remote, kind, model: named, workflow: own }, write: undefined })
      .imagine!
  }
  return { program, remote, app, open, model, signal }
}

function settingsOf({ app, program, model }: Trial, { url, key, workflow }: Given): string {
  const prefix = app.toUpperCase()
  const lines = [
    ['KIND', program.kind === 'openai-images' ? 'openai' : program.kind],
    ['URL', url.href],
    ...(workflow ? [['WORKFLOW', workflow]] : program.kind === 'automatic1111' ? [] : [['MODEL', model!]]),
    ...(key ? [['KEY', 'the key that you gave']] : []),
  ]
  return lines.map(([name, value]) => `${prefix}_${name}=${quoted(value!)}`).join('\n')
}

/** Quotes a value for a line of settings.env. */
function quoted(value: string): string {
  if (!/[\s#'"`]/.test(value)) return value
  return value.includes("'") ? `"${value}"` : `'${value}'`
}
