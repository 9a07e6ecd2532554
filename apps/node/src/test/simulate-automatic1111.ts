import { setTimeout as sleep } from 'node:timers/promises'
import { reply, type SimulatedProgram, type SimulateOptions, simulateProgram } from './simulate-program.ts'
import { simulatedPicture, stepMs } from './simulated-picture.ts'

interface Task {
  id: string
  job: string
  seed: number
  steps: number
  step: number
}

interface Painting {
  force_task_id: string
  seed: number
  steps: number
  prompt: string
}

export interface SimulatedWebUi extends SimulatedProgram {
  /** Somebody paints at the program's own page. */
  paintAtPage: (seed: number, steps: number) => Promise<'finished' | 'interrupted'>
  interrupt: () => void
}

/** Stable Diffusion WebUI: one picture at a time, behind a lock; it is interrupted, whatever it is painting. */
export async function simulateAutomatic1111(
  options: SimulateOptions & { hasNoPage?: boolean; queueMs?: number } = {},
): Promise<SimulatedWebUi> {
  const waiting: Task[] = []
  const done = new Set<string>()
  let lock: Promise<unknown> = Promise.resolve()
  let current: Task | undefined
  let isInterrupted = false

  /** Answers whether it was finished. */
  function paint(task: Task): Promise<boolean> {
    waiting.push(task)
    const painted = lock.then(async () => {
      waiting.splice(waiting.indexOf(task), 1)
      current = task
      isInterrupted = false
      for (; task.step < task.steps && !isInterrupted; task.step++) await sleep(stepMs(task.steps))
      current = undefined
      done.add(task.id)
      return !isInterrupted
    })
    lock = painted
    return painted
  }

  const progressOf = (task: Task) => task.step / task.steps
  const remote: SimulatedProgram = await simulateProgram('automatic1111', options, {
    'POST /sdapi/v1/txt2img': async ({ body }, response) => {
      const { force_task_id: id, seed, steps, prompt } = body as Painting
      await sleep(options.queueMs ?? 0)
      const isFinished = await paint({ id, job: 'scripts_txt2img', seed, steps, step: 0 })
      const png = (await simulatedPicture(seed, isFinished)).toString('base64')
      reply(response, remote.conversation, 'made', { png, seed, prompt: JSON.stringify(prompt).slice(1, -1) })
    },
    'GET /sdapi/v1/progress': (_, response) => {
      if (!current) return reply(response, remote.conversation, 'idle', { interrupted: isInterrupted })
      reply(response, remote.conversation, 'painting', { progress: progressOf(current), job: current.job })
    },
    'POST /internal/progress': async ({ body }, response) => {
      if (options.hasNoPage) return reply(response, remote.conversation, 'noApi')
      const { id_task: id } = body as { id_task: string }
      const active = current
      if (active?.id === id) {
        // It may end while its picture is drawn.
        const png = (await simulatedPicture(active.seed, false)).toString('base64')
        const { step } = active
        return reply(response, remote.conversation, 'taskActive', { progress: progressOf(active), png, step })
      }
      const answer = waiting.some((task) => task.id === id)
        ? 'taskQueued'
        : done.has(id)
          ? 'taskDone'
          : 'taskUnknown'
      reply(response, remote.conversation, answer)
    },
    'POST /sdapi/v1/interrupt': (_, response) => {
      isInterrupted = true
      reply(response, remote.conversation, 'interrupt')
    },
  })
  return {
    ...remote,
    running: () => waiting.length + (current ? 1 : 0),
    paintAtPage: async (seed, steps) => {
      const task = { id: 'task(page)', job: 'task(page)', seed, steps, step: 0 }
      return (await paint(task)) ? 'finished' : 'interrupted'
    },
    interrupt: () => {
      isInterrupted = true
    },
  }
}
