/** A small Llama in the format of llama2.c: seven integers, then all weights as float32. */
export interface Llama {
  /** The context length, in tokens. */
  tokensMax: number
  vocabulary: number
  /** Reads the token at a position and returns the logits of the next one, in an array that the next call overwrites. */
  read: (token: number, place: number) => Float32Array
}

const HEADER_NUMBERS = 7

interface Shape {
  width: number
  hidden: number
  layers: number
  heads: number
  groups: number
  vocabulary: number
  tokensMax: number
}

type Weights = ReturnType<typeof weightsOf>
type Memory = ReturnType<typeof memoryOf>

export function openLlama(file: Uint8Array<ArrayBuffer>): Llama {
  const [width, hidden, layers, heads, groups, vocabulary, tokensMax] = new Int32Array(
    file.buffer,
    file.byteOffset,
    HEADER_NUMBERS,
  ) as unknown as [number, number, number, number, number, number, number]
  const shape = { width, hidden, layers, heads, groups, vocabulary, tokensMax }
  const start = HEADER_NUMBERS * 4
  const numbers = new Float32Array(file.buffer, file.byteOffset + start, (file.byteLength - start) / 4)
  const weights = weightsOf(numbers, shape)
  const memory = memoryOf(shape)
  return {
    tokensMax,
    vocabulary,
    read: (token, place) => {
      const { x, normed, logits } = memory
      x.set(weights.embedding.subarray(token * width, (token + 1) * width))
      for (let layer = 0; layer < layers; layer += 1) {
        attend(layer, place, shape, weights, memory)
        feedForward(layer, shape, weights, memory)
      }
      normalise(normed, x, weights.lastNorm, 0)
      // The classifier shares the embedding's weights.
      multiply(logits, normed, weights.embedding, 0)
      return logits
    },
  }
}

function weightsOf(numbers: Float32Array, shape: Shape) {
  const { width, hidden, layers, heads, groups, vocabulary } = shape
  const keyWidth = (width / heads) * groups
  let at = 0
  const take = (count: number) => {
    at += count
    return numbers.subarray(at - count, at)
  }
  return {
    embedding: take(vocabulary * width),
    attentionNorm: take(layers * width),
    query: take(layers * width * width),
    key: take(layers * width * keyWidth),
    value: take(layers * width * keyWidth),
    output: take(layers * width * width),
    feedNorm: take(layers * width),
    gate: take(layers * hidden * width),
    down: take(layers * width * hidden),
    up: take(layers * hidden * width),
    lastNorm: take(width),
  }
}

function memoryOf({ width, hidden, layers, heads, groups, vocabulary, tokensMax }: Shape) {
  const keyWidth = (width / heads) * groups
  return {
    x: new Float32Array(width),
    normed: new Float32Array(width),
    mixed: new Float32Array(width),
    query: new Float32Array(width),
    gate: new Float32Array(hidden),
    up: new Float32Array(hidden),
    scores: new Float32Array(tokensMax),
    logits: new Float32Array(vocabulary),
    keys: new Float32Array(layers * tokensMax * keyWidth),
    values: new Float32Array(layers * tokensMax * keyWidth),
  }
}

function attend(layer: number, place: number, shape: Shape, weights: Weights, memory: Memory): void {
  const { width, heads, groups, tokensMax } = shape
  const { x, normed, query, mixed, keys, values } = memory
  const headWidth = width / heads
  const keyWidth = headWidth * groups
  const start = layer * tokensMax * keyWidth
  const here = start + place * keyWidth
  const key = keys.subarray(here, here + keyWidth)
  const value = values.subarray(here, here + keyWidth)
  normalise(normed, x, weights.attentionNorm, layer * width)
  multiply(query, normed, weights.query, layer * width * width)
  multiply(key, normed, weights.key, layer * width * keyWidth)
  multiply(value, normed, weights.value, layer * width * keyWidth)
  rotate(query, place, headWidth)
  rotate(key, place, headWidth)
  mixed.fill(0)
  for (let head = 0; head < heads; head += 1) {
    const group = Math.floor((head * groups) / heads) * headWidth
    attendHead(head * headWidth, start + group, keyWidth, headWidth, place, memory)
  }
  multiply(normed, mixed, weights.output, layer * width * width)
  add(x, normed)
}

/** `at` is where the head's part of the query begins, `start` where its first key does. */
function attendHead(
  at: number,
  start: number,
  stride: number,
  headWidth: number,
  place: number,
  { query, mixed, scores, keys, values }: Memory,
): void {
  const scale = 1 / Math.sqrt(headWidth)
  for (let past = 0; past <= place; past += 1) {
    const key = start + past * stride
    let sum = 0
    for (let i = 0; i < headWidth; i += 1) sum += query[at + i]! * keys[key + i]!
    scores[past] = sum * scale
  }
  softmax(scores.subarray(0, place + 1))
  for (let past = 0; past <= place; past += 1) {
    const value = start + past * stride
    const share = scores[past]!
    for (let i = 0; i < headWidth; i += 1) mixed[at + i]! += share * values[value + i]!
  }
}

function feedForward(layer: number, shape: Shape, weights: Weights, memory: Memory): void {
  const { width, hidden } = shape
  const { x, normed, gate, up } = memory
  normalise(normed, x, weights.feedNorm, layer * width)
  multiply(gate, normed, weights.gate, layer * hidden * width)
  multiply(up, normed, weights.up, layer * hidden * width)
  for (let i = 0; i < hidden; i += 1) gate[i] = (gate[i]! / (1 + Math.exp(-gate[i]!))) * up[i]!
  multiply(normed, gate, weights.down, layer * hidden * width)
  add(x, normed)
}

/** Matrix times vector, four rows at once, so that the vector is read a quarter as often. */
function multiply(out: Float32Array, vector: Float32Array, matrix: Float32Array, start: number): void {
  const length = vector.length
  for (let row = 0; row < out.length; row += 4) {
    const first = start + row * length
    const second = first + length
    const third = second + length
    const fourth = third + length
    let a = 0
    let b = 0
    let c = 0
    let d = 0
    for (let i = 0; i < length; i += 1) {
      const x = vector[i]!
      a += matrix[first + i]! * x
      b += matrix[second + i]! * x
      c += matrix[third + i]! * x
      d += matrix[fourth + i]! * x
    }
    out[row] = a
    out[row + 1] = b
    out[row + 2] = c
    out[row + 3] = d
  }
}

/** Rotary position embedding: turns pairs of numbers by an angle that grows with the position. */
function rotate(vector: Float32Array, place: number, headWidth: number): void {
  for (let i = 0; i < vector.length; i += 2) {
    const angle = place / 10_000 ** ((i % headWidth) / headWidth)
    const cos = Math.cos(angle)
    const sin = Math.sin(angle)
    const a = vector[i]!
    const b = vector[i + 1]!
    vector[i] = a * cos - b * sin
    vector[i + 1] = a * sin + b * cos
  }
}

function normalise(out: Float32Array, x: Float32Array, weights: Float32Array, start: number): void {
  let squares = 0
  for (let i = 0; i < x.length; i += 1) squares += x[i]! * x[i]!
  const scale = 1 / Math.sqrt(squares / x.length + 1e-5)
  for (let i = 0; i < x.length; i += 1) out[i] = weights[start + i]! * scale * x[i]!
}

export function softmax(numbers: Float32Array): void {
  let most = Number.NEGATIVE_INFINITY
  for (let i = 0; i < numbers.length; i += 1) most = Math.max(most, numbers[i]!)
  let sum = 0
  for (let i = 0; i < numbers.length; i += 1) {
    numbers[i] = Math.exp(numbers[i]! - most)
    sum += numbers[i]!
  }
  for (let i = 0; i < numbers.length; i += 1) numbers[i]! /= sum
}

function add(to: Float32Array, what: Float32Array): void {
  for (let i = 0; i < to.length; i += 1) to[i]! += what[i]!
}
