import { type BuiltIn, builtInEngine } from '../built-in-engine.ts'
import type { Engine } from '../engine.ts'
import { SPEAK_SECONDS, type SpeakDeps, speak } from './speak.ts'

/** The built-in engine finds the answer, and a node of the network phrases it; if none can, the answer is sent as it was found. */
export function networkEngine(about: BuiltIn, deps: SpeakDeps): Engine {
  const builtIn = builtInEngine(about)
  const app = about.apps.find(({ id }) => id === 'write')
  return {
    name: 'Write, on a node of this network',
    isModel: true,
    secondsMax: builtIn.secondsMax + SPEAK_SECONDS,
    answer: async (question, onText, signal) => {
      const known = await builtIn.answer(question, () => {}, signal)
      const spoken =
        app && !known.isFixed ? await speak(deps, app, { question, known }, { onText, signal }) : undefined
      if (spoken) return spoken
      onText(known.text)
      return known
    },
  }
}
