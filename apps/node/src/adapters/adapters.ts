import { readFileSync } from 'node:fs'
import type { Config } from '../config.ts'
import type { Adapter } from './adapter.ts'
import { automatic1111 } from './automatic1111.ts'
import { comfyUi } from './comfy-ui.ts'
import { ollama } from './ollama.ts'
import { openaiChat } from './openai-chat.ts'
import { openaiImages } from './openai-images.ts'
import { basicWorkflow, Workflow } from './workflow.ts'

export type Adapters = Partial<Record<string, Adapter>>

/** The apps that other programs serve, if the operator has named one. */
export function openAdapters({ imagine, write }: Pick<Config, 'imagine' | 'write'>): Adapters {
  return {
    ...(imagine && { imagine: imagineAdapter(imagine) }),
    ...(write && {
      write: write.kind === 'ollama' ? ollama(write, write.model) : openaiChat(write, write.model),
    }),
  }
}

function imagineAdapter(imagine: NonNullable<Config['imagine']>): Adapter {
  switch (imagine.kind) {
    case 'automatic1111':
      return automatic1111(imagine)
    case 'openai':
      return openaiImages(imagine, imagine.model)
    case 'comfyui':
      return comfyUi(
        imagine,
        imagine.workflow ? readWorkflow(imagine.workflow) : basicWorkflow(imagine.model!),
      )
  }
}

function readWorkflow(file: string): Workflow {
  try {
    return Workflow.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (cause) {
    throw new Error(
      `IMAGINE_WORKFLOW: ${file} is no workflow as ComfyUI exports it by "Export (API)". ${(cause as Error).message}`,
      { cause },
    )
  }
}
