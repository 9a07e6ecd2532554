import { watchFeed, watchJob } from '@infra/protocol/jobs'
import { isTokenValid } from '@infra/protocol/token-claims'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { type EventStream, openEventStream } from '../http/event-stream.ts'
import { mediaRoute } from '../http/route.ts'
import { findJob } from './job-queries.ts'
import { isVisibleTo, noSuchJob, seqOf } from './present-job.ts'
import { type Change, missedInFeed, POLL_MS, toChange, type Watchers } from './watchers.ts'

export function watchRoutes(server: FastifyInstance, deps: Deps, watchers: Watchers): void {
  mediaRoute(server, deps, watchJob, async ({ caller, params }, request, reply) => {
    let latest: Change | undefined
    let send: (change: Change) => void = (change) => {
      latest = change
    }
    // Subscribe before the job is read, so that no change in between is missed.
    const stop = watchers.watchJob(params.id, (change) => send(change))
    const row = await findJob(deps.db, params.id).catch(rethrowAfter(stop))
    if (!row || !isVisibleTo(row, caller?.address)) {
      stop()
      throw noSuchJob()
    }
    const stream = openStream(request, reply, stop)
    send = jobSender(stream, { sentSeq: resumedAt(stream, seqOf(row)), reader: caller?.address })
    send(toChange(deps, row))
    if (latest) send(latest)
    const poll = async () => {
      const job = await findJob(deps.db, params.id)
      if (job) send(toChange(deps, job))
      else stream.close()
    }
    whileOpen(deps, { stream, request, sessionId: caller?.sessionId, poll }, stop)
  })

  mediaRoute(server, deps, watchFeed, async ({ caller }, request, reply) => {
    const stream = openEventStream(request, reply)
    const reader = feedReader(stream)
    whileOpen(deps, { stream, request, sessionId: caller?.sessionId }, watchers.watchFeed(reader.send))
    reader.begin(await catchUp(deps, stream))
  })
}

/** A stream that is refused stops its watch. */
function openStream(request: FastifyRequest, reply: FastifyReply, stop: () => void): EventStream {
  try {
    return openEventStream(request, reply)
  } catch (error) {
    stop()
    throw error
  }
}

/** Drops changes that come out of order, and ends the stream when the reader may no longer see the job. */
function jobSender(
  stream: EventStream,
  { sentSeq, reader }: { sentSeq: number; reader: string | undefined },
): (change: Change) => void {
  let last = sentSeq
  return ({ row, event }) => {
    if (seqOf(row) <= last) return
    // It may have been hidden or made private since the stream was opened.
    if (!isVisibleTo(row, reader)) return stream.close()
    last = seqOf(row)
    stream.sendShared(event, seqOf(row))
  }
}

/** Changes that come while the reader catches up are sent after what they missed. */
function feedReader(stream: EventStream) {
  let last = 0
  let queued: Change[] | undefined = []

  /** Ids only ever rise: a change that comes out of order is sent without one, so that a resumed stream misses nothing. */
  function send(change: Change): void {
    if (queued) return void queued.push(change)
    const position = change.row.position!
    const isNext = position > last
    if (isNext) last = position
    stream.sendShared(change.event, isNext ? position : undefined)
  }

  function begin({ from, missed }: { from: number; missed: Change[] }): void {
    const known = new Set(missed.map(({ row }) => row.id))
    const changes = [...missed, ...queued!.filter(({ row }) => !known.has(row.id))]
    last = from
    queued = undefined
    for (const change of changes) send(change)
  }

  return { send, begin }
}

/** The sequence number that the reader had last. An impossible one means that they start anew. */
function resumedAt(stream: EventStream, seq: number): number {
  if (stream.lastEventId === undefined) return 0
  const last = Number(stream.lastEventId)
  if (Number.isSafeInteger(last) && last >= 1 && last <= seq) return last
  stream.send('reset', {})
  return 0
}

async function catchUp(deps: Deps, stream: EventStream): Promise<{ from: number; missed: Change[] }> {
  if (stream.lastEventId === undefined) return { from: 0, missed: [] }
  const last = Number(stream.lastEventId)
  const isPosition = Number.isSafeInteger(last) && last >= 0
  // Where it cannot be read now, the stream ends, and the browser resumes from the same position.
  const missed = isPosition
    ? await missedInFeed(deps, last).catch(rethrowAfter(() => stream.close()))
    : undefined
  if (missed) return { from: last, missed }
  stream.send('reset', {})
  return { from: 0, missed: [] }
}

/** For `catch`: does `work`, then throws the error on. */
function rethrowAfter(work: () => void): (error: unknown) => never {
  return (error) => {
    work()
    throw error
  }
}

/** Polls from time to time, and ends the stream with the session or the token that opened it. */
function whileOpen(
  deps: Deps,
  watch: {
    stream: EventStream
    request: FastifyRequest
    sessionId: string | undefined
    poll?: () => Promise<void>
  },
  stop: () => void,
): void {
  const { stream, request, sessionId, poll } = watch
  stream.onClose(stop)
  const token = request.headers.authorization?.replace(/^Bearer +/i, '')
  // Most readers of the feed have neither, and there are many of them: they need no timer.
  if (!token && !poll) return
  const end = () => {
    stream.send('auth', {})
    stream.close()
  }
  const timer = setInterval(() => {
    if (token && !isTokenValid(token, deps.now())) return end()
    // The database may be away for a moment: the stream stays open.
    poll?.().catch((error) => request.log.warn({ err: error }, 'could not poll a watched job'))
  }, POLL_MS)
  const stopListening = deps.notifications.subscribe('session', (ended) => {
    if (ended === sessionId) end()
  })
  stream.onClose(() => {
    clearInterval(timer)
    stopListening()
  })
}
