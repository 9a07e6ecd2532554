import { stripVTControlCharacters } from 'node:util'
import type { AwayReason } from '@infra/protocol/nodes'
import { awayWords } from '../availability/describe-away.ts'

/** All that the terminal shows. */
export interface ViewState {
  name: string
  network: string
  version: string
  slots: number
  jobs: { appId: string; part: number; stage: string; seconds: number }[]
  away: AwayReason | undefined
  /** As last reported by the network; undefined before that. */
  seen: { whyNoJobs: string | null; finished: number; creditsEarned: number } | undefined
  cores: number
  /** In degrees Celsius, if the machine reports it. */
  temperature: number | undefined
  isStopping: boolean
  /** The latest last. */
  log: readonly string[]
}

const BAR_WIDTH = 20
const APP_WIDTH = 14
const LOG_LINES = 6

/** The lines of the screen, none wider than `columns`. */
export function renderView(state: ViewState, { columns, rows }: { columns: number; rows: number }): string[] {
  const { jobs, seen, cores, temperature } = state
  const above = [
    `${state.name}: ${describeState(state)}`,
    '',
    row('Jobs', `${jobs.length} of ${state.slots}`),
    ...jobs.map(jobLine),
    row(
      'Today',
      seen
        ? `${count(seen.finished, 'job')} done, ${count(seen.creditsEarned, 'credit')} earned`
        : 'asking the network',
    ),
    row(
      'Machine',
      [count(cores, 'core'), ...(temperature === undefined ? [] : [`${Math.round(temperature)} °C`])].join(
        ', ',
      ),
    ),
    row('Network', state.network),
    row('Agent', state.version),
    '',
  ]
  const below = [
    '',
    state.isStopping
      ? 'Ctrl-C stop at once'
      : `p ${state.away === 'paused' ? 'take jobs again' : 'pause'}   Ctrl-C stop`,
  ]
  const room = Math.max(0, Math.min(LOG_LINES, rows - above.length - below.length))
  const log = room > 0 ? state.log.slice(-room) : []
  return [...above, ...log, ...below].slice(0, rows).map((line) => shorten(line, columns))
}

function describeState({ away, seen, isStopping, jobs }: ViewState): string {
  if (isStopping) return 'stopping, those under way get a moment'
  if (away) return `no jobs for now, ${awayWords[away]}`
  if (jobs.length > 0) return 'working'
  return seen?.whyNoJobs ? `no jobs. ${seen.whyNoJobs}` : 'waiting for jobs'
}

function row(name: string, value: string): string {
  return `${name.padEnd(9)}${value}`
}

function jobLine({ appId, part, stage, seconds }: ViewState['jobs'][number]): string {
  const done = Math.round(Math.max(0, Math.min(1, part)) * BAR_WIDTH)
  const bar = '█'.repeat(done) + '░'.repeat(BAR_WIDTH - done)
  const clock = `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
  return `  ${appId.padEnd(APP_WIDTH)} ${bar} ${clock.padStart(6)}  ${stage}`
}

function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`
}

/** Programs and networks choose their names freely, and nothing in them may move the cursor. */
function shorten(line: string, columns: number): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be shown.
  const plain = stripVTControlCharacters(line).replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, ' ')
  const characters = [...plain]
  return characters.length <= columns ? plain : `${characters.slice(0, Math.max(0, columns - 1)).join('')}…`
}
