import { findApp } from '@infra/protocol/apps/catalogue'
import type { JobAction } from '@infra/protocol/chat'
import type { Address } from '@infra/protocol/values/address'
import { listNodesOf } from '../../nodes/node-queries.ts'
import type { Action } from '../dialogue/action-rules.ts'
import { nameOf, stateOf } from './job-answers.ts'
import type { AnswerContext, LiveAnswer } from './live-answer.ts'
import { listMyLatest, type MyJob } from './my-queries.ts'
import { ago } from './number-words.ts'

/** A card that asks for confirmation. Nothing is done yet. */
export async function answerAction(
  context: AnswerContext,
  action: Action,
  message: string,
): Promise<LiveAnswer> {
  switch (action.kind) {
    case 'open':
      return openScreen(action.screen, context.link)
    case 'node':
      return offerForNode(context, action.maintenance, message)
    case 'job':
      return offerForJob(context, action.action, message)
  }
}

const screenNames: Record<string, string> = {
  '/': 'Home',
  '/feed': 'The feed',
  '/apps': 'The apps',
  '/nodes': 'Nodes',
  '/profile': 'Your profile',
  '/profile/jobs': 'Your jobs',
  '/profile/credits': 'Your credits',
  '/profile/favourites': 'Your favourites',
  '/profile/nodes': 'Your nodes',
  '/profile/keys': 'Your API keys',
  '/profile/webhooks': 'Your webhooks',
  '/profile/settings': 'Your settings',
  '/staking': 'Staking',
  '/devlog': 'Devlog',
  '/feedback': 'Feedback',
  '/developers': 'Developers',
}

function openScreen(screen: string | undefined, link: string | undefined): LiveAnswer {
  const found = screen ? `[${screenNames[screen]}](${screen})` : link
  return found
    ? { text: `Here it is: ${found}`, mood: 'happy' }
    : { text: 'Where to? Say the feed, apps, nodes or your profile. [Home](/)', mood: 'eyebrowraise' }
}

const open = ['queued', 'running'] as const
const ended = ['finished', 'error', 'cancelled'] as const

/** The job states that each action applies to. */
const fitting: Record<JobAction, readonly MyJob['status'][]> = {
  cancel: open,
  retry: ['error', 'cancelled'],
  'new-version': ['finished'],
  private: [...open, ...ended],
  public: [...open, ...ended],
  favorite: ['finished'],
  unfavorite: ['finished'],
  delete: ended,
}

const sentences: Record<JobAction, (job: string) => string> = {
  cancel: (job) => `Shall I cancel ${job}?`,
  retry: (job) => `Shall I try ${job} again? The card shows the price.`,
  'new-version': (job) => `Shall I make a new version of ${job}? The card shows the price.`,
  private: (job) => `Shall only you see ${job}?`,
  public: (job) => `Shall everyone see ${job}?`,
  favorite: (job) => `Shall I add ${job} to your favourites?`,
  unfavorite: (job) => `Shall I take ${job} out of your favourites?`,
  delete: (job) => `Shall I delete ${job} and its files? That cannot be undone.`,
}

const nothing: Record<JobAction, string> = {
  cancel: 'None of your jobs is open, so there is nothing to cancel.',
  retry: 'None of your jobs failed, so there is nothing to retry.',
  'new-version':
    'You have no finished job with new versions: only apps with a seed make something new of the same input.',
  private: 'You have no job to hide.',
  public: 'You have no job to show.',
  favorite: 'You have no finished job to keep.',
  unfavorite: 'You have no finished job.',
  delete: 'You have no job to delete that is over.',
}

const LOOKED_AT = 20

const LAST = /\b(?:last|latest|newest|most recent)\b/i

async function offerForJob(
  { deps, address, app, jobId, period }: AnswerContext,
  action: JobAction,
  message: string,
): Promise<LiveAnswer> {
  const query = { address, appId: app?.id, statuses: [...fitting[action]] }
  // "The story I made yesterday": of that day, if there is one.
  const ofThen = period ? await listMyLatest(deps.db, { ...query, period }, LOOKED_AT) : []
  const latest = ofThen.length > 0 ? ofThen : await listMyLatest(deps.db, query, LOOKED_AT)
  const able = latest.filter((job) => action !== 'new-version' || hasSeed(job))
  // "It" is the job that was mentioned, "my last one" is the newest.
  const spokenOf = LAST.test(message) ? undefined : able.find(({ id }) => id === jobId)
  const job = spokenOf ?? able[0]
  if (!job) return { text: `${nothing[action]} [Your jobs](/profile/jobs)`, mood: 'eyebrowraise' }
  const what = `your [${nameOf(job)}](/profile?job=${job.id}) of ${ago(job.createdAt, deps.now())} (${stateOf(job)})`
  return {
    text: sentences[action](what),
    mood: action === 'delete' ? 'eyebrowraise' : 'neutral',
    offer: { kind: 'job', jobId: job.id, action },
    about: { jobId: job.id, appId: job.appId },
  }
}

function hasSeed({ appId }: MyJob): boolean {
  return findApp(appId)?.fields.some(({ kind }) => kind === 'seed') ?? false
}

async function offerForNode(
  { deps, address }: AnswerContext,
  maintenance: boolean,
  message: string,
): Promise<LiveAnswer> {
  const nodes = await listNodesOf(deps.db, address)
  const named = nodes.find(({ name }) => message.toLowerCase().includes(name.toLowerCase()))
  const node = named ?? nodes.find((one) => one.maintenance !== maintenance) ?? nodes[0]
  if (!node)
    return {
      text: 'You have no node. The nodes page shows how to add one. [Nodes](/nodes)',
      mood: 'eyebrowraise',
    }
  const name = `\`${node.name.replaceAll('`', "'")}\``
  if (node.maintenance === maintenance)
    return {
      text: `${name} ${maintenance ? 'rests already' : 'is not in maintenance'}. [Nodes](/nodes)`,
      mood: 'neutral',
    }
  return {
    text: maintenance
      ? `Shall ${name} rest? It finishes what it runs and gets no new jobs.`
      : `Shall ${name} take jobs again?`,
    mood: 'neutral',
    offer: { kind: 'node', nodeId: node.id as Address, maintenance },
    about: { nodeId: node.id },
  }
}
