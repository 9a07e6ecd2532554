import type { AppManifest } from '@infra/protocol/apps/app'
import { type AppInput, fileFields } from '@infra/protocol/apps/app-input'
import { jobActions, type Offer } from '@infra/protocol/chat'
import { z } from 'zod'
import { answerAction } from './answers/action-answers.ts'
import { answerApp } from './answers/app-answers.ts'
import type { AnswerContext } from './answers/live-answer.ts'
import { liveAnswers } from './answers/live-answers.ts'
import { cleanText } from './collect-reply.ts'
import type { Action } from './dialogue/action-rules.ts'
import { validPart } from './dialogue/fill-rules.ts'
import { type LiveName, livePhrases } from './knowledge/live-phrases.ts'
import type { ToolCall } from './model-stream.ts'

const PASSAGES = 3

const Arguments = z.object({
  appId: z.string().optional(),
  query: z.string().optional(),
  action: z.enum(jobActions).optional(),
  maintenance: z.boolean().optional(),
  input: z.record(z.string(), z.unknown()).optional(),
})

/** The tools that answer for one app if it's named. */
const appTools = new Set([
  'prices',
  'who-serves',
  'app-wait',
  'app-needs',
  'affordable',
  'my-jobs',
  'my-spending',
  'job-cost',
  'my-public',
  'why-failed',
  'why-waits',
])

/** A model's tools, in the format of OpenAI's API: the sources of the built-in engine. */
export function toolsFor(apps: readonly AppManifest[]): object[] {
  const appId = { type: 'string', enum: apps.map(({ id }) => id) }
  return [
    ...Object.entries(livePhrases).map(([name, phrases]) =>
      tool(
        name,
        `Live figures. Answers: ${phrases.slice(0, 3).join(' ')}`,
        appTools.has(name) ? { appId } : {},
      ),
    ),
    tool('search_help', 'Passages of the help of the product.', { query: { type: 'string' } }),
    tool('offer_app', 'Shows the person the form of an app, filled in so far; they send it themselves.', {
      appId,
      input: { type: 'object', description: 'Fields that the person has already decided.' },
    }),
    tool(
      'offer_job_action',
      'Shows a card to do something with the latest fitting job of the person; they confirm it.',
      {
        action: { type: 'string', enum: [...jobActions] },
        appId,
      },
    ),
    tool(
      'offer_node_maintenance',
      'Shows a card to rest a node of the person, or to wake it; they confirm it.',
      {
        maintenance: { type: 'boolean' },
      },
    ),
  ]
}

function tool(name: string, description: string, properties: object): object {
  return { type: 'function', function: { name, description, parameters: { type: 'object', properties } } }
}

/** Never throws for a mistake of the model, but returns it, so that the model can correct it. */
export async function runTool(
  context: AnswerContext,
  call: ToolCall,
): Promise<{ text: string; offer?: Offer }> {
  const given = readArguments(call.arguments)
  const app = context.apps.find(({ id }) => id === given?.appId)
  if (!given) return { text: 'The arguments are not JSON.' }
  if (call.name === 'search_help') return { text: await searchHelp(context, given.query ?? '') }
  if (call.name === 'offer_app') {
    if (!app) return { text: 'There is no such app.' }
    const { text, offer } = await answerApp(context, app, '')
    return offer?.kind === 'order'
      ? { text, offer: { ...offer, input: withoutFiles(app, given.input ?? {}) } }
      : { text }
  }
  const action = actionOf(call.name, given)
  if (action === 'incomplete') return { text: 'An argument is missing.' }
  if (action) return answerAction({ ...context, app }, action, '')
  if (!Object.hasOwn(liveAnswers, call.name)) return { text: 'There is no such tool.' }
  const { text } = await liveAnswers[call.name as LiveName]({ ...context, app })
  return { text }
}

/** The actions of the built-in engine. Nothing is done here: the person gets a card to confirm. */
function actionOf(
  name: string,
  { action, maintenance }: z.infer<typeof Arguments>,
): Action | 'incomplete' | undefined {
  if (name === 'offer_job_action') return action ? { kind: 'job', action } : 'incomplete'
  if (name === 'offer_node_maintenance')
    return maintenance === undefined ? 'incomplete' : { kind: 'node', maintenance }
  return undefined
}

/** The nearest passages of the help, for the model to answer from. */
export async function searchHelp(
  { knowledge }: Pick<AnswerContext, 'knowledge'>,
  query: string,
): Promise<string> {
  const { found } = await knowledge.find(query)
  const passages = await Promise.all(found.slice(0, 2 * PASSAGES).map(({ id }) => knowledge.passage(id)))
  const texts = passages.filter((passage) => passage !== undefined).slice(0, PASSAGES)
  return texts.map(({ heading, text }) => `## ${heading}\n${text}`).join('\n\n')
}

function readArguments(json: string): z.infer<typeof Arguments> | undefined {
  try {
    return Arguments.parse(
      JSON.parse(json || '{}', (_, value) => (typeof value === 'string' ? cleanText(value) : value)),
    )
  } catch {
    return undefined
  }
}

/** Leaves out files, because only the person can choose them. */
function withoutFiles(app: AppManifest, input: Record<string, unknown>): AppInput {
  const files = fileFields(app.fields).map(({ name }) => name)
  return validPart(app, Object.fromEntries(Object.entries(input).filter(([name]) => !files.includes(name))))
}
