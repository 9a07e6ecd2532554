import { z } from 'zod'
import type { ImagineOrder } from './imagine-order.ts'

/** In the format of ComfyUI's "Export (API)": nodes by their number. */
export const Workflow = z.record(
  z.string(),
  z.looseObject({ class_type: z.string(), inputs: z.record(z.string(), z.unknown()) }),
)
export type Workflow = z.infer<typeof Workflow>

/** Text to picture with one checkpoint; values in double braces are filled in for each job. */
export function basicWorkflow(checkpoint: string): Workflow {
  return {
    '1': { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: checkpoint } },
    '2': { class_type: 'CLIPTextEncode', inputs: { text: '{{prompt}}', clip: ['1', 1] } },
    '3': { class_type: 'CLIPTextEncode', inputs: { text: '{{negative}}', clip: ['1', 1] } },
    '4': {
      class_type: 'EmptyLatentImage',
      inputs: { width: '{{width}}', height: '{{height}}', batch_size: 1 },
    },
    '5': {
      class_type: 'KSampler',
      inputs: {
        seed: '{{seed}}',
        steps: '{{steps}}',
        cfg: '{{guidance}}',
        sampler_name: 'euler',
        scheduler: 'normal',
        denoise: 1,
        model: ['1', 0],
        positive: ['2', 0],
        negative: ['3', 0],
        latent_image: ['4', 0],
      },
    },
    '6': { class_type: 'VAEDecode', inputs: { samples: ['5', 0], vae: ['1', 2] } },
    '7': { class_type: 'SaveImage', inputs: { images: ['6', 0], filename_prefix: 'infra' } },
  }
}

/** The inputs in which ComfyUI's own loaders name the model, but not what they add to it. */
const MODEL_INPUTS = ['ckpt_name', 'unet_name', 'model_name']

/** The model files that a workflow loads. */
export function modelsIn(workflow: Workflow): string[] {
  const named = Object.values(workflow).flatMap(({ inputs }) => MODEL_INPUTS.map((name) => inputs[name]))
  return [...new Set(named.filter((name) => typeof name === 'string'))]
}

/** The checkpoints among them, which ComfyUI can list. */
export function checkpointsIn(workflow: Workflow): string[] {
  return Object.values(workflow)
    .filter((node) => node.class_type === 'CheckpointLoaderSimple')
    .map(({ inputs }) => inputs.ckpt_name)
    .filter((name) => typeof name === 'string')
}

/** Fills in a job's inputs, in parsed values only, so that no prompt can become a node of the workflow. */
export function filled(workflow: Workflow, order: ImagineOrder): Workflow {
  const values: Record<string, string | number> = { ...order }
  const fill = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(fill)
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fill(inner)]))
    if (typeof value !== 'string') return value
    const whole = /^\{\{(\w+)\}\}$/.exec(value)?.[1]
    if (whole !== undefined && Object.hasOwn(values, whole)) return values[whole]
    return value.replace(/\{\{(\w+)\}\}/g, (all, name: string) =>
      Object.hasOwn(values, name) ? String(values[name]) : all,
    )
  }
  return fill(workflow) as Workflow
}
