import { z } from 'zod'
import { JobFailure } from '../runners/runner.ts'
import type { Adapter } from './adapter.ts'
import { imagineOrder } from './imagine-order.ts'
import { checkModels, describeServer } from './openai-models.ts'
import { PICTURE_BYTES_MAX, pictureOutput } from './picture-output.ts'
import { type Remote, requestJson } from './remote.ts'

// An address instead of the picture isn't followed, because it could lead anywhere in the operator's network.
const Made = z.object({ data: z.array(z.object({ b64_json: z.base64() })).min(1) })

/** Any server with OpenAI's images API. It reports no progress; closing the connection cancels the job. */
export function openaiImages(remote: Remote, model: string | undefined): Adapter {
  return {
    check: (signal) => checkModels(remote, model, signal),
    run: async ({ input, scratch, progress, signal }) => {
      const { prompt, width, height } = imagineOrder(input)
      progress(0.1, 'Painting')
      const body = { model, prompt, n: 1, size: `${width}x${height}`, response_format: 'b64_json' }
      const made = Made.safeParse(
        await requestJson(remote, 'v1/images/generations', { body, signal }, PICTURE_BYTES_MAX * 1.5),
      )
      if (!made.success) throw new JobFailure('app_failed', 'The server sent no picture.')
      progress(0.97, 'Fetching the picture')
      const outputs = await pictureOutput(Buffer.from(made.data.data[0]!.b64_json, 'base64'), scratch)
      return { outputs, facts: { ...(await describeServer(remote, signal)), model } }
    },
  }
}
