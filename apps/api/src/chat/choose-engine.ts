import { catalogue } from '@infra/protocol/apps/catalogue'
import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '../deps.ts'
import { builtInEngine } from './built-in-engine.ts'
import type { Engine } from './engine.ts'
import { openKnowledge } from './knowledge/knowledge.ts'
import { modelEngine } from './model-engine.ts'

/** A language model where one is configured; else the built-in engine. */
export function chooseEngine(deps: Deps, log: FastifyBaseLogger): Engine {
  const { config } = deps
  const apps = catalogue.filter(({ id, state }) => state === 'published' && !config.appsOff.has(id))
  const knowledge = openKnowledge({ config, apps }, log)
  const about = { deps, apps, knowledge }
  return config.chatModel ? modelEngine(about, config.chatModel) : builtInEngine(about)
}
