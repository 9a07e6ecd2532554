import { watchFeed, watchJob } from '@infra/protocol/jobs'
import { isTokenValid } from '@infra/protocol/token-claims'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { type EventStream, openEventStream } from '../http/event-stream.ts'
import { mediaRoute } from '../http/route.ts'
import { findJob } from './job-queries.ts'
import { isVisibleTo, noSuchJob, seqOf } from './present-job.ts'
import { type Change, LOOK_AGAIN_MS, missedInFeed, toChange, type Watchers } from './watchers.ts'

export function watchRoutes(server: FastifyInstance, deps: Deps, watchers: Watchers): void {
  mediaRoute(server, deps, watchJob, async ({ caller, params }, request, reply) => {
    let latest: Change | undefined
    let tell: (change: Change) => void = (change) => {
      latest = change
    }
    // Before the job is read: what changes meanwhile must not fall between.
    const stop = watchers.watchJob(params.id, (change) => tell(change))
    const row = await findJob(deps.db, params.id).catch(first(stop))
    if (!row || !isVisibleTo(row, caller?.address)) {
      stop()
      throw noSuchJob()
    }
    const stream = openStream(request, reply, stop)
    tell = tellJob(stream, { told: resumedAt(stream, seqOf(row)), reader: caller?.address })
    tell(toChange(deps, row))
    if (latest) tell(latest)
    const look = async () => {
      const job = await findJob(deps.db, params.id)
      if (job) tell(toChange(deps, job))
      else stream.close()
    }
    whileOpen(deps, { stream, request, sessionId: caller?.sessionId, look }, stop)
  })

  mediaRoute(server, deps, watchFeed, async ({ caller }, request, reply) => {
    const stream = openEventStream(request, reply)
    const reader = readerOfFeed(stream)
    whileOpen(deps, { stream, request, sessionId: caller?.sessionId }, watchers.watchFeed(reader.tell))
    reader.begin(await catchUp(deps, stream))
  })
}

/** One that is refused watches nothing. */
function openStream(request: FastifyRequest, reply: FastifyReply, stop: () => void): EventStream {
  try {
    return openEventStream(request, reply)
  } catch (error) {
    stop()
    throw error
  }
}

/** A change that comes late is dropped; one that the reader may no longer see ends the stream. */
function tellJob(
  stream: EventStream,
  { told, reader }: { told: number; reader: string | undefined },
): (change: Change) => void {
  let last = told
  return ({ row, event }) => {
    if (seqOf(row) <= last) return
    // It may have been hidden, or taken back, since this reader came.
    if (!isVisibleTo(row, reader)) return stream.close()
    last = seqOf(row)
    stream.sendShared(event, seqOf(row))
  }
}

/** What comes while they catch up comes after what they missed. */
function readerOfFeed(stream: EventStream) {
  let last = 0
  let early: Change[] | undefined = []

  /** Ids only ever rise: what comes out of order comes without one, and the reader goes on from the place that they had. */
  function tell(change: Change): void {
    if (early) return void early.push(change)
    const position = change.row.position!
    const isNext = position > last
    if (isNext) last = position
    stream.sendShared(change.event, isNext ? position : undefined)
  }

  function begin({ from, missed }: { from: number; missed: Change[] }): void {
    const known = new Set(missed.map(({ row }) => row.id))
    const changes = [...missed, ...early!.filter(({ row }) => !known.has(row.id))]
    last = from
    early = undefined
    for (const change of changes) tell(change)
  }

  return { tell, begin }
}

/** What the reader had when they last heard of it; what they cannot have had means starting anew. */
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
  const isPlace = Number.isSafeInteger(last) && last >= 0
  // One who cannot be told now comes again, from where they were.
  const missed = isPlace ? await missedInFeed(deps, last).catch(first(() => stream.close())) : undefined
  if (missed) return { from: last, missed }
  stream.send('reset', {})
  return { from: 0, missed: [] }
}

/** Does it, and lets the failure go on its way. */
function first(work: () => void): (error: unknown) => never {
  return (error) => {
    work()
    throw error
  }
}

/** Looks again from time to time, and ends the stream with the session or the token that opened it. */
function whileOpen(
  deps: Deps,
  watch: {
    stream: EventStream
    request: FastifyRequest
    sessionId: string | undefined
    look?: () => Promise<void>
  },
  stop: () => void,
): void {
  const { stream, request, sessionId, look } = watch
  stream.onClose(stop)
  const token = request.headers.authorization?.replace(/^Bearer +/i, '')
  // Most who watch the feed have neither, and there are many of them.
  if (!token && !look) return
  const end = () => {
    stream.send('auth', {})
    stream.close()
  }
  const timer = setInterval(() => {
    if (token && !isTokenValid(token, deps.now())) return end()
    // The loop's edge: the database may be away for a moment, and the stream lives on.
    look?.().catch((error) => request.log.warn({ err: error }, 'could not look again'))
  }, LOOK_AGAIN_MS)
  const stopListening = deps.notifications.subscribe('session', (ended) => {
    if (ended === sessionId) end()
  })
  stream.onClose(() => {
    clearInterval(timer)
    stopListening()
  })
}
