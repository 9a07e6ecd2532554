import type { FastifyBaseLogger } from 'fastify'
import { publishedApps } from '../catalogue/published-apps.ts'
import { builtInEngine } from './built-in-engine.ts'
import type { Engine } from './engine.ts'
import { openKnowledge } from './knowledge/knowledge.ts'
import { modelEngine } from './model-engine.ts'
import { networkEngine } from './network/network-engine.ts'
import type { SpeakDeps } from './network/speak.ts'

/** A language model or nodes of the network if configured, else the built-in engine. */
export function chooseEngine(deps: SpeakDeps, log: FastifyBaseLogger): Engine {
  const { config } = deps
  const apps = publishedApps(config)
  const knowledge = openKnowledge({ config, apps }, log)
  const about = { deps, apps, knowledge }
  if (config.chatModel) return modelEngine(about, config.chatModel)
  return config.speaksThroughNodes ? networkEngine(about, deps) : builtInEngine(about)
}
