import { app } from './app.ts'

/** Returns its input. Used to check that a node, a network or a release works; costs almost nothing to run. */
export const echo = app({
  id: 'echo',
  name: 'Echo',
  tagline: 'Gives back what it got.',
  description: 'Checks that the whole way works: queue, node, result. It runs no model.',
  category: 'test',
  version: 1,
  icon: 'repeat',
  fields: [
    {
      kind: 'text',
      name: 'text',
      label: 'Text',
      help: 'Comes back unchanged.',
      maxLength: 200,
      default: 'Hello',
    },
    {
      kind: 'number',
      name: 'seconds',
      label: 'Seconds',
      help: 'How long it should take.',
      min: 0,
      max: 60,
      step: 0.1,
      default: 0,
    },
  ],
  outputs: [{ name: 'text', kind: 'text', label: 'Text' }],
  price: { base: 1, per: [] },
  streams: { of: 'characters', field: 'text' },
  limits: { runSeconds: 70, memoryMb: 64 },
  weights: [],
  credits: [],
  state: 'hidden',
})
