import type { AppInput } from '@infra/protocol/apps/app-input'

/** A job's inputs, in the terms that all servers share. */
export interface ImagineOrder {
  prompt: string
  negative: string
  width: number
  height: number
  steps: number
  guidance: number
  seed: number
}

export function imagineOrder(input: AppInput): ImagineOrder {
  const [width = 1024, height = 1024] = String(input.size).split('x').map(Number)
  return {
    prompt: String(input.prompt),
    negative: String(input.negative ?? ''),
    width,
    height,
    steps: Number(input.steps),
    guidance: Number(input.guidance),
    seed: Number(input.seed ?? 0),
  }
}
