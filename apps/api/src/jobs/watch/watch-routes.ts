import { watchFeed, watchJob } from '@infra/protocol/jobs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { type EventStream, openEventStream } from '../../http/event-stream.ts'
import { mediaRoute } from '../../http/route.ts'
import { whileOpen } from '../../http/while-open.ts'
import { findJob } from '../job-queries.ts'
import { isVisibleTo, noSuchJob, seqOf } from '../present-job.ts'
import { type FeedNews, type FeedWatchers, newsOf } from './feed-watchers.ts'
import { type Change, type JobWatchers, toChange } from './job-watchers.ts'

export function watchRoutes(
  server: FastifyInstance,
  deps: Deps,
  { jobWatchers, feedWatchers }: { jobWatchers: JobWatchers; feedWatchers: FeedWatchers },
): void {
  mediaRoute(server, deps, watchJob, async ({ caller, params }, request, reply) => {
    let latest: Change | undefined
    let send: (change: Change) => void = (change) => {
      latest = change
    }
    // Subscribe before the job is read, so that no change in between is missed.
    const stop = jobWatchers.watch(params.id, (change) => send(change))
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
    whileOpen(deps, { stream, request, caller, poll }, stop)
  })

  mediaRoute(server, deps, watchFeed, async ({ caller }, request, reply) => {
    const stream = openEventStream(request, reply)
    const reader = feedReader(stream)
    whileOpen(deps, { stream, request, caller }, feedWatchers.watch(reader.send))
    reader.begin(await catchUp(feedWatchers, stream))
  })
}

/** Stops the watch if the stream is refused. */
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
  return ({ row, bytes }) => {
    if (seqOf(row) <= last) return
    // It may have been hidden or made private since the stream was opened.
    if (!isVisibleTo(row, reader)) return stream.close()
    last = seqOf(row)
    stream.sendBytes(bytes(reader))
  }
}

/** Results that finish while the reader catches up are sent after what they missed. */
function feedReader(stream: EventStream) {
  let last = 0
  let queued: FeedNews[] | undefined = []

  function send(news: FeedNews): void {
    if (queued) return void queued.push(news)
    const { entries, bytesAfter } = news
    if (entries.length === 0) return
    stream.sendBytes(bytesAfter(last))
    last = Math.max(last, entries.at(-1)!.position)
  }

  function begin({ from, missed }: { from: number; missed: FeedNews | undefined }): void {
    const meanwhile = queued!.flatMap(({ entries }) => entries)
    last = from
    queued = undefined
    if (missed) send(missed)
    const known = new Set(missed?.entries.map(({ id }) => id))
    if (meanwhile.length > 0) send(newsOf(meanwhile.filter(({ id }) => !known.has(id))))
  }

  return { send, begin }
}

/** The last sequence number that the reader had. An impossible one means that they start over. */
function resumedAt(stream: EventStream, seq: number): number {
  if (stream.lastEventId === undefined) return 0
  const last = Number(stream.lastEventId)
  if (Number.isSafeInteger(last) && last >= 1 && last <= seq) return last
  stream.send('reset', {})
  return 0
}

async function catchUp(
  { missedAfter }: FeedWatchers,
  stream: EventStream,
): Promise<{ from: number; missed: FeedNews | undefined }> {
  if (stream.lastEventId === undefined) return { from: 0, missed: undefined }
  const last = Number(stream.lastEventId)
  const isPosition = Number.isSafeInteger(last) && last >= 0
  // If reading fails, the stream ends, and the browser resumes from the same position.
  const missed = isPosition ? await missedAfter(last).catch(rethrowAfter(() => stream.close())) : undefined
  if (missed) return { from: last, missed }
  stream.send('reset', {})
  return { from: 0, missed: undefined }
}

/** For `catch`: does `work`, then rethrows the error. */
function rethrowAfter(work: () => void): (error: unknown) => never {
  return (error) => {
    work()
    throw error
  }
}
