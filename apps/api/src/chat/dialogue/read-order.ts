import type { AppManifest } from '@infra/protocol/apps/app'
import { type AppInput, fileFields } from '@infra/protocol/apps/app-input'
import { aboutOneApp } from './app-topic-rules.ts'
import { type Card, numbersIn } from './edit-rules.ts'
import { fieldsNamed } from './field-rules.ts'
import { byLabels, inputFrom } from './fill-rules.ts'
import { refineOrder, requestedApp, wantsLastResult } from './order-rules.ts'
import { descriptionIn, restOfRequest, withMore } from './prompt-rules.ts'
import { GOES_ON, isQuestion, request } from './request-rules.ts'
import { namedApps, plainText } from './slot-rules.ts'
import { type DialogueState, isSameInput } from './state-rules.ts'
import { takeVisibility, type Visibility } from './visibility-rules.ts'

/** A message as it was written, so that text is copied as it was, and with its typos corrected, so that it is understood. */
export interface Said {
  written: string
  corrected: string
}

export interface Order {
  app: AppManifest
  input: AppInput
  usesLastResult: boolean
  /** Who may see the result, if this message or one before it says so. */
  visibility?: Visibility | undefined
}

type Form = Pick<Order, 'app' | 'input'>

/** What a message is read against. `learned` is the app that people order in such words; a message that a rule reads needs none. */
interface Known {
  state: DialogueState
  apps: readonly AppManifest[]
  learned?: AppManifest | undefined
}

/** The order that a message makes: the form above, with changes, or a new one. */
export function readOrder({ written, corrected }: Said, known: Known): Order | undefined {
  const { state, apps } = known
  const { rest, visibility } = takeVisibility(corrected)
  const card = cardOf(state, apps)
  const isOnlySeen = visibility !== undefined && rest === '' && isOnCard(state)
  const form = isOnlySeen
    ? card
    : formFor({ written: takeVisibility(written).rest, corrected: rest }, card, known)
  return (
    form && {
      app: form.app,
      input: form.input,
      usesLastResult: wantsLastResult(rest),
      visibility: visibility ?? (form.app === card?.app ? state.order!.visibility : undefined),
    }
  )
}

function cardOf({ order }: DialogueState, apps: readonly AppManifest[]): Card | undefined {
  const app = apps.find(({ id }) => id === order?.appId)
  return app && { app, input: order!.input, before: order!.before ?? [] }
}

function formFor(said: Said, card: Card | undefined, known: Known): Form | undefined {
  const { state, learned } = known
  const { corrected } = said
  const requested = appRequested(corrected, known)
  const changed = card && changedForm(said, card, { ...known, requested })
  if (changed) return { app: card.app, input: changed }
  const app = requested ?? learned
  if (app) {
    const input = newForm(said, app, app === learned)
    // "Do it" confirms the form above.
    const isConfirmed = isEmpty(input) && app === card?.app && isOnCard(state)
    return isConfirmed ? card : { app, input }
  }
  return card && wantsLastResult(corrected) && namesItsFile(corrected, card.app, isOnCard(state))
    ? card
    : undefined
}

/** The app that the rules take a message to ask for. */
function appRequested(
  message: string,
  { state: { topic = '', appId }, apps }: Known,
): AppManifest | undefined {
  const text = plainText(message)
  // "And Speak for 1500 characters?", right after a price, asks for another price.
  if (ASKS_ON.has(topic) && GOES_ON.test(text) && text.endsWith('?')) return undefined
  const spokenOf = isOfAnApp(topic) ? apps.find(({ id }) => id === appId) : undefined
  return requestedApp(message, apps, spokenOf)
}

const ASKS_ON = new Set(['live/prices', 'live/affordable'])

/** The form above with what a message changes of it; undefined if the message is about something else. */
function changedForm(
  said: Said,
  card: Card,
  { state, apps, learned, requested }: Known & { requested: AppManifest | undefined },
): AppInput | undefined {
  const { app, input } = card
  const isLearned = learned === app
  // Of an app that takes a file, a message may add settings; any other request starts a new order.
  const isMore = !requested || (requested === app && fileFields(app.fields).length > 0)
  const isOfForm = isLearned || namesValue(said.corrected, card, apps) || (isMore && isOnCard(state))
  const refined = readTwice(said, (message) => refineOrder(message, card, isOfForm))
  // "Make it about a dog" is about the form above, "make a story about a dog" is a new order.
  const isNew = requested && requested !== app && namedApps(plainText(said.corrected), apps).length > 0
  if (refined && !isNew && !(isLearned && isSameInput(refined, input))) return refined
  return isLearned ? extendedForm(said, card) : undefined
}

/** Adds all that a message says to a form, if it is known to be about it. */
function extendedForm(said: Said, { app, input }: Card): AppInput {
  const more = readTwice(said, (message) => inputFrom(message, app))!
  return app.id === 'imagine' && typeof input.prompt === 'string' && isEmpty(more)
    ? { ...input, prompt: withMore(said.written, input.prompt) }
    : { ...input, ...more }
}

function newForm(said: Said, app: AppManifest, isLearned: boolean): AppInput {
  const input = readTwice(said, (message) => inputFrom(message, app))!
  // "Quick, a wolf at night": where no rule says which words describe the picture, all of them do.
  return isLearned && app.id === 'imagine' && input.prompt === undefined
    ? { ...descriptionIn(restOfRequest(said.written), app), ...input }
    : input
}

const isEmpty = (input: AppInput) => Object.keys(input).length === 0

/** Reads both versions of a message: its text from the words as they were written, the rest from the corrected ones. */
function readTwice(
  { written, corrected }: Said,
  read: (message: string) => AppInput | undefined,
): AppInput | undefined {
  const copied = read(written)
  const understood = written === corrected ? copied : read(corrected)
  if (!copied || !understood) return copied ?? understood
  const texts = Object.entries(copied).filter(([name]) => TEXTS.has(name))
  return { ...understood, ...Object.fromEntries(texts) }
}

const TEXTS = new Set(['prompt', 'text', 'negative'])

/** "Take my last picture for it", or just "from my last picture" right after a form that takes a file. */
function namesItsFile(message: string, app: AppManifest, isOnForm: boolean): boolean {
  const text = request(plainText(message))
  if (isQuestion(plainText(message))) return false
  if (/^(?:use|with|take)\b/.test(text)) return true
  return (
    isOnForm &&
    fileFields(app.fields).length > 0 &&
    !/^(?:delete|remove|hide|show|what|how|why|cancel)\b/.test(text)
  )
}

/** Whether a message names a value that the form takes: "30 steps", "the size 1216 x 832", or a size alone. */
function namesValue(message: string, card: Card, apps: readonly AppManifest[]): boolean {
  const text = plainText(message)
  // "Make my photo bigger, 1024x1024" is about another picture than the form's.
  if (namedApps(text, apps).length > 0 || /\bmy\b|\bphoto\b/.test(text)) return false
  const options = byLabels(text, card.app)
  const numbers = numbersIn(message, card, true)
  return (
    (fieldsNamed(text, card.app).length > 0 && !isEmpty({ ...options, ...numbers })) ||
    Object.values(options).some((value) => /\d/.test(String(value)))
  )
}

/** Topics after which "do it" means to run the app that was mentioned. */
function isOfAnApp(topic = ''): boolean {
  return topic.startsWith('apps/') || aboutOneApp.has(topic)
}

/** Whether the talk is of the form that was shown last, or of what it would cost. */
export function isOnCard({ order, topic, appId }: DialogueState): boolean {
  return (
    order !== undefined && (topic === `apps/${order.appId}` || (isOfAnApp(topic) && appId === order.appId))
  )
}
