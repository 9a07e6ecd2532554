import type { ReadStream, WriteStream } from 'node:tty'
import { getNodeSession } from '@infra/protocol/nodes'
import type { RunningAgent } from '../agent/agent.ts'
import { agentVersion } from '../agent-version.ts'
import type { Config } from '../config.ts'
import { renderView, type ViewState } from './render-view.ts'

type Input = Pick<ReadStream, 'setRawMode' | 'resume' | 'pause' | 'on' | 'off'>
type Output = Pick<WriteStream, 'write' | 'columns' | 'rows'>

interface TerminalOptions {
  config: Pick<Config, 'name' | 'network'>
  input: Input
  output: Output
  /** For Ctrl-C, because no signal comes in raw mode. */
  onStop: () => void
}

export interface Terminal {
  /** Writes a line of the log: below the rest once the screen is shown, otherwise right away. */
  write: (line: string) => void
  show: (agent: RunningAgent) => void
  /** Says that the agent stops. */
  stopping: () => void
  /** Restores the terminal. */
  close: () => void
}

const DRAW_MS = 1_000
const REFRESH_MS = 10_000
const LOG_KEPT = 50

const ENTER = '\u001b[?1049h\u001b[?25l'
const LEAVE = '\u001b[?25h\u001b[?1049l'
const CTRL_C = '\u0003'

/** One screen that is redrawn in place, for an agent that a person started by hand. */
export function openTerminal({ config, input, output, onStop }: TerminalOptions): Terminal {
  const log: string[] = []
  const timers: NodeJS.Timeout[] = []
  let agent: RunningAgent | undefined
  let seen: ViewState['seen']
  let temperature: number | undefined
  let isStopping = false

  function draw(): void {
    if (!agent) return
    const lines = renderView(stateOf(agent), { columns: output.columns || 80, rows: output.rows || 24 })
    output.write(`\u001b[H${lines.map((line) => `${line}\u001b[K`).join('\r\n')}\u001b[J`)
  }

  function stateOf({ slots, hardware, away, jobs }: RunningAgent): ViewState {
    const { name, network } = config
    return {
      name,
      network: network.origin,
      version: agentVersion,
      slots,
      jobs: jobs().map((job) => ({ ...job, seconds: (performance.now() - job.startedAt) / 1000 })),
      away: away(),
      seen,
      cores: hardware.cores,
      temperature,
      isStopping,
      log,
    }
  }

  async function refresh({ call, machine }: RunningAgent): Promise<void> {
    const midnight = new Date()
    midnight.setHours(0, 0, 0, 0)
    temperature = await machine.temperature().catch(() => undefined)
    // The last values stay on the screen; the log says that the network is unavailable.
    seen = await call(getNodeSession, { query: { since: midnight } }, { seconds: 5 }).catch(() => seen)
    draw()
  }

  const onKey = (key: Buffer) => {
    if (key.includes(CTRL_C)) onStop()
    else if (key.toString() === 'p') agent?.togglePause()
    draw()
  }

  return {
    write: (line) => {
      if (!agent) return void output.write(`${line}\n`)
      log.push(line)
      if (log.length > LOG_KEPT) log.shift()
      draw()
    },
    show: (running) => {
      agent = running
      output.write(ENTER)
      input.setRawMode(true)
      input.on('data', onKey)
      input.resume()
      timers.push(setInterval(draw, DRAW_MS), setInterval(refresh, REFRESH_MS, running))
      void refresh(running)
    },
    stopping: () => {
      isStopping = true
      draw()
    },
    close: () => {
      if (!agent) return
      agent = undefined
      for (const timer of timers) clearInterval(timer)
      input.off('data', onKey)
      input.setRawMode(false)
      input.pause()
      output.write(LEAVE)
    },
  }
}
