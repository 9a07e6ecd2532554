import type { AskedQuestion } from '../asked-question.ts'
import { is, saying } from '../expected.ts'

type Filled = NonNullable<AskedQuestion['input']>

/** Off topic or hostile, both of which are declined. */
export const off = (asks: string, ...alsoRight: string[]): AskedQuestion =>
  is(['product/what-i-cannot-do', 'other/off-topic', ...alsoRight], asks)

// Where a value is what the form has by itself, it may be filled in or left open.
export const none = /^0?$/
export const asItIs = /^(0|64)?$/
export const careful = /^(base)?$/
export const half = /^(0\.5)?$/
export const cut = (more: Filled = {}): Filled => ({
  subject: /^(object)?$/,
  background: /^(transparent)?$/,
  ...more,
})
export const drawing = (more: Filled = {}): Filled => ({
  colors: /^(color)?$/,
  mode: /^(spline)?$/,
  detail: /^6?$/,
  speckle: /^4?$/,
  ...more,
})
export const spoken = (text: string, more: Filled = {}): Filled => ({
  text: saying(text.replace(/[.!]$/, '')),
  voice: /^(af_heart)?$/,
  speed: /^1?$/,
  ...more,
})
export const painted = (prompt: RegExp, more: Filled = {}): Filled => ({
  prompt,
  size: /^(1024x1024)?$/,
  negative: /^$/,
  steps: /^(25)?$/,
  guidance: /^7?$/,
  ...more,
})
export const told = (prompt: RegExp, more: Filled = {}): Filled => ({
  prompt,
  length: /^(200)?$/,
  temperature: /^(0\.8)?$/,
  ...more,
})
export const written = (prompt: RegExp, more: Filled = {}): Filled => ({
  prompt,
  instructions: /.*/s,
  length: /^(512)?$/,
  temperature: /^(0\.7)?$/,
  ...more,
})
export const COST = ['live/job-cost', 'live/prices']

export const tall = /^(832x1216|512x768)$/
