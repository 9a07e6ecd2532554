import { deflateSync } from 'node:zlib'
import { parseWav } from '@infra/inference/sound/wav'
import type { StoredFile } from '@infra/protocol/jobs'
import { createSpeech, createTranscription } from '@infra/protocol/v1/audio'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { invalidField } from '../http/receive-upload.ts'
import type { JobRow } from '../jobs/job-queries.ts'
import { bytesOf, orderJob, outputOf } from './call-job.ts'
import { appAt } from './models.ts'
import { given } from './parameters.ts'
import { addIgnoredHeader, type ProgramDeps, programRoute } from './program-route.ts'
import { streamJob, textSender } from './program-stream.ts'
import { segmentsOf, vttOf } from './subtitle-rules.ts'
import { voiceOf } from './voice-rules.ts'

/** In base64, a multiple of three bytes per event. */
const CHUNK_BYTES = 24 * 1024

export function audioRoutes(server: FastifyInstance, deps: ProgramDeps): void {
  programRoute(server, deps, createSpeech, async (call) => {
    const { body, request, reply } = call
    const { response_format: format } = body
    // No encoder for the other formats has a license that suits us. Players look at the bytes, so a WAV is better than nothing.
    if (format && format !== 'wav' && format !== 'pcm') addIgnoredHeader(call, ['response_format'])
    const job = await orderJob(deps, call, {
      appId: appAt('/audio/speech', body.model),
      input: { text: body.input, voice: voiceOf(body.voice), ...given({ speed: body.speed }) },
      names: { text: 'input' },
    })
    const soundOf = async (row: JobRow) => {
      const wav = await bytesOf(deps, outputOf(row, 'speech'), request)
      return format === 'pcm' ? pcmOf(wav) : { type: 'audio/wav', bytes: wav }
    }
    if (body.stream_format === 'sse')
      return streamJob(call, job, {
        end: async (row, send) => {
          const { bytes } = await soundOf(row)
          for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
            send({
              type: 'speech.audio.delta',
              audio: bytes.subarray(at, at + CHUNK_BYTES).toString('base64'),
            })
          send({ type: 'speech.audio.done' })
        },
      })
    const { type, bytes } = await soundOf(await job.finished())
    return reply.type(type).header('cache-control', 'no-store').send(bytes)
  })

  programRoute(server, deps, createTranscription, async (call) => {
    const { body, files } = call
    const { file, ...others } = files
    const [unknown] = Object.keys(others)
    if (unknown) throw invalidField(unknown, 'is not known here')
    if (!file) throw invalidField('file', 'is required')
    const format = body.response_format ?? 'json'
    if (body.stream && format !== 'json' && format !== 'text')
      throw invalidField('response_format', 'must be json or text in a stream')
    const job = await orderJob(deps, call, {
      appId: appAt('/audio/transcriptions', body.model),
      input: {},
      files: { audio: { upload: file } },
      names: { audio: 'file' },
    })
    if (body.stream) return streamJob(call, job, transcriptStream())
    return sendTranscript(call.reply, format, await job.finished())
  })
}

function transcriptStream(): Parameters<typeof streamJob>[2] {
  let sendText: ((text: string) => void) | undefined
  return {
    onChange: (row, send) => {
      sendText ??= textSender((delta) => send({ type: 'transcript.text.delta', delta }))
      sendText(row.lease?.partialText ?? '')
    },
    end: (row, send) => {
      const { text } = outputOf(row, 'text')
      sendText ??= textSender((delta) => send({ type: 'transcript.text.delta', delta }))
      sendText(text ?? '')
      send({ type: 'transcript.text.done', text, usage: usageOf(row) })
    },
  }
}

type Format = 'json' | 'text' | 'srt' | 'vtt' | 'verbose_json'

function sendTranscript(reply: FastifyReply, format: Format, row: JobRow): FastifyReply {
  const text = outputOf(row, 'text').text ?? ''
  const srt = outputOf(row, 'srt').text ?? ''
  const plain = { text: `${text}\n`, srt, vtt: vttOf(srt) }
  reply.header('cache-control', 'no-store')
  if (format in plain)
    return reply.type('text/plain; charset=utf-8').send(plain[format as keyof typeof plain])
  const usage = usageOf(row)
  const answer = format === 'json' ? { text, usage } : { ...verbose(srt, usage.seconds), text, usage }
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer))
}

/**
 * The app doesn't report its tokens or how sure it was. The AI SDK accepts a segment only with all its figures, so these are 0: what is seldom
 * right is known by a low `avg_logprob` and a high `no_speech_prob`.
 */
function verbose(srt: string, duration: number) {
  const unknown = { seek: 0, tokens: [], temperature: 0, avg_logprob: 0, no_speech_prob: 0 }
  const segments = segmentsOf(srt).map((segment, id) => ({
    id,
    ...segment,
    ...unknown,
    compression_ratio: compressionRatioOf(segment.text),
  }))
  return { task: 'transcribe', language: null, duration, segments }
}

/** As Whisper computes it: text that repeats itself is compressed more. */
function compressionRatioOf(text: string): number {
  const bytes = Buffer.from(text)
  return bytes.length / deflateSync(bytes).length
}

function usageOf({ inputFiles }: { inputFiles: StoredFile[] }) {
  const seconds = inputFiles.find(({ name }) => name === 'audio')?.seconds ?? 0
  return { type: 'duration', seconds: Math.ceil(seconds) }
}

/** The samples without their header; the type contains their rate. */
function pcmOf(wav: Buffer): { type: string; bytes: Buffer } {
  const { format, data } = parseWav(wav)
  return {
    type: `audio/pcm;rate=${format.rate};channels=${format.channels};bits=${format.bits}`,
    bytes: data,
  }
}
