import { copyFile, rm } from 'node:fs/promises'
import { createImage, editImage, type ImagesAnswer } from '@infra/protocol/v1/images'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { z } from 'zod'
import { presentFile } from '../files/present-file.ts'
import { invalidField, type ReceivedUpload } from '../http/receive-upload.ts'
import type { JobRow } from '../jobs/job-queries.ts'
import { bytesOf, orderJob, outputOf } from './call-job.ts'
import { appAt } from './models.ts'
import { given } from './parameters.ts'
import { type ProgramDeps, type ProgramRequest, programRoute } from './program-route.ts'
import { type SendChunk, streamJob } from './program-stream.ts'

const STEPS = { low: 15, medium: 25, high: 40, standard: 25, hd: 40, auto: undefined }

export function imageRoutes(server: FastifyInstance, deps: ProgramDeps): void {
  programRoute(server, deps, createImage, async (call) => {
    const { body } = call
    const size = body.size === 'auto' ? '1024x1024' : body.size
    const job = await orderJob(deps, call, {
      appId: appAt('/images/generations', body.model),
      input: given({ prompt: body.prompt, size, steps: STEPS[body.quality ?? 'auto'] }),
    })
    if (!body.stream) return sendPicture(deps, call, body.response_format, await job.finished())
    let sent = 0
    let last: string | null | undefined
    return streamJob(call, job, {
      onChange: ({ lease }, send) => {
        if (!lease?.preview || lease.preview === last || sent >= (body.partial_images ?? 0)) return
        last = lease.preview
        const index = { partial_image_index: sent++ }
        send({ type: 'image_generation.partial_image', b64_json: last, ...index, output_format: 'webp' })
      },
      end: (row, send) => completed(deps, call, row, send),
    })
  })

  programRoute(server, deps, editImage, async (call) => {
    const { body, files } = call
    const { image, mask, ...others } = files
    const [unknown] = Object.keys(others)
    if (unknown) throw invalidField(unknown, 'is not known here')
    if (!image) throw invalidField('image', 'is required')
    if (body.size && body.size !== 'auto')
      throw invalidField('size', 'must be auto: a picture keeps its size')
    const painted = mask ?? (await copyOf(image))
    try {
      const job = await orderJob(deps, call, {
        appId: appAt('/images/edits', body.model),
        input: {},
        // The mask first, because it's refused more often and may be the copy of the picture.
        files: { mask: { upload: painted, isAlphaMask: true }, image: { upload: image } },
      })
      return sendPicture(deps, call, body.response_format, await job.finished())
    } finally {
      await rm(painted.path, { force: true })
    }
  })
}

/** If there's no mask, the picture's own transparent parts are used as one. */
async function copyOf(image: ReceivedUpload): Promise<ReceivedUpload> {
  const path = `${image.path}-mask`
  await copyFile(image.path, path)
  return { ...image, path }
}

type CallRequest = Pick<ProgramRequest, 'request' | 'reply'>

async function pictureOf(deps: ProgramDeps, { request }: CallRequest, row: JobRow) {
  const file = outputOf(row)
  const bytes = await bytesOf(deps, file, request)
  return { b64_json: bytes.toString('base64'), output_format: formatOf(file.mime) }
}

const formatOf = (mime: string) => mime.replace('image/', '')
const secondsOf = (at: Date | null) => Math.floor((at?.getTime() ?? 0) / 1000)

async function sendPicture(
  deps: ProgramDeps,
  call: CallRequest,
  format: 'b64_json' | 'url' | null | undefined,
  row: JobRow,
): Promise<FastifyReply> {
  const file = outputOf(row)
  const { url } = presentFile(deps, file, { isPublic: false })
  const data =
    format === 'url'
      ? { url: new URL(url!, deps.config.publicUrl).href }
      : { b64_json: (await pictureOf(deps, call, row)).b64_json }
  const answer: z.output<typeof ImagesAnswer> = {
    created: secondsOf(row.finishedAt),
    data: [data],
    output_format: formatOf(file.mime),
  }
  return call.reply
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(answer))
}

async function completed(deps: ProgramDeps, call: CallRequest, row: JobRow, send: SendChunk): Promise<void> {
  const created_at = secondsOf(row.finishedAt)
  send({ type: 'image_generation.completed', ...(await pictureOf(deps, call, row)), created_at })
}
