import { type DevlogEntry, listDevlog } from '@infra/protocol/devlog'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { atomFeed } from './atom-rules.ts'

export const ATOM_PATH = '/devlog.atom'

export function devlogRoutes(server: FastifyInstance, deps: Deps, entries: readonly DevlogEntry[]): void {
  route(server, deps, listDevlog, ({ query: { kind, limit } }) => ({
    items: entries.filter((entry) => !kind || entry.kind === kind).slice(0, limit),
  }))

  const { publicUrl, apiPrefix } = deps.config
  const feed = atomFeed(entries, publicUrl, new URL(apiPrefix + ATOM_PATH, publicUrl))
  server.get(ATOM_PATH, async (_request, reply) =>
    reply.type('application/atom+xml; charset=utf-8').header('cache-control', 'no-cache').send(feed),
  )
}
