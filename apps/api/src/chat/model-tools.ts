import type { AppManifest } from '@infra/protocol/apps/app'
import { type AppInput, fileFields, inputSchema } from '@infra/protocol/apps/app-input'
import type { Offer } from '@infra/protocol/chat'
import { z } from 'zod'
import type { AnswerContext } from './answers/live-answer.ts'
import { answerApp, liveAnswers } from './answers/live-answers.ts'
import { cleanText } from './collect-reply.ts'
import { type LiveName, livePhrases } from './knowledge/live-phrases.ts'
import type { ToolCall } from './model-stream.ts'

const PASSAGES = 3

const Arguments = z.object({
  appId: z.string().optional(),
  query: z.string().optional(),
  input: z.record(z.string(), z.unknown()).optional(),
})

/** The tools of a model, in OpenAI's API: the sources of the built-in engine. */
export function toolsFor(apps: readonly AppManifest[]): object[] {
  const appId = { type: 'string', enum: apps.map(({ id }) => id) }
  return [
    ...Object.entries(livePhrases).map(([name, phrases]) =>
      tool(
        name,
        `Live figures. Answers: ${phrases.slice(0, 3).join(' ')}`,
        name === 'prices' ? { appId } : {},
      ),
    ),
    tool('search_help', 'Passages of the help of the product.', { query: { type: 'string' } }),
    tool('offer_app', 'Shows the person the form of an app, filled in so far; they send it themselves.', {
      appId,
      input: { type: 'object', description: 'Fields that the person has already decided.' },
    }),
  ]
}

function tool(name: string, description: string, properties: object): object {
  return { type: 'function', function: { name, description, parameters: { type: 'object', properties } } }
}

/** Never throws for a mistake of the model: the mistake is returned, so that the model can correct it. */
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
    return offer ? { text, offer: { ...offer, input: validPart(app, given.input ?? {}) } } : { text }
  }
  if (!Object.hasOwn(liveAnswers, call.name)) return { text: 'There is no such tool.' }
  const { text } = await liveAnswers[call.name as LiveName]({ ...context, app })
  return { text }
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

/** The fields that the app has and whose values are valid. Files are left out: only the person can upload them. */
function validPart(app: AppManifest, input: Record<string, unknown>): AppInput {
  const files = fileFields(app.fields)
  const parts = app.fields
    .filter((field) => !files.includes(field) && input[field.name] !== undefined)
    .map((field) =>
      inputSchema([{ ...field, showIf: undefined }]).safeParse({ [field.name]: input[field.name] }),
    )
  return Object.assign({}, ...parts.map(({ data }) => data ?? {}))
}
