interface Matrix {
  shape: number[]
  /** Float32 in base 64. */
  data: string
}

type Named = 'enc_emb' | 'enc_w_ih' | 'enc_w_hh' | 'enc_b_ih' | 'enc_b_hh'
type Model = Record<
  Named | 'dec_emb' | 'dec_w_ih' | 'dec_w_hh' | 'dec_b_ih' | 'dec_b_hh' | 'fc_w' | 'fc_b',
  Matrix
> & {
  graphemes: string[]
  phonemes: string[]
}

const UNKNOWN = 1
const START = 2
const END = 3
/** No word of English has more sounds. */
const PHONES_MAX = 30

/** Guesses how a word sounds from its letters: the recurrent network of g2p_en. */
export function letterModel(model: Model): (word: string) => string[] {
  const width = model.enc_w_hh.shape[1]!
  const encoder = cellOf(model.enc_w_ih, model.enc_w_hh, model.enc_b_ih, model.enc_b_hh, width)
  const decoder = cellOf(model.dec_w_ih, model.dec_w_hh, model.dec_b_ih, model.dec_b_hh, width)
  const letters = numbersOf(model.enc_emb)
  const sounds = numbersOf(model.dec_emb)
  const [last, lastBias] = [numbersOf(model.fc_w), numbersOf(model.fc_b)]
  const row = (matrix: Float32Array, at: number) => matrix.subarray(at * width, (at + 1) * width)

  return (word) => {
    let state: Float32Array = new Float32Array(width)
    for (const letter of [...word, '</s>']) {
      const at = model.graphemes.indexOf(letter)
      state = encoder(row(letters, at === -1 ? UNKNOWN : at), state)
    }
    const phones: string[] = []
    for (let sound = START; phones.length < PHONES_MAX; ) {
      state = decoder(row(sounds, sound), state)
      const scores = times(last, state, lastBias)
      sound = scores.indexOf(Math.max(...scores))
      if (sound === END) break
      if (sound > END) phones.push(model.phonemes[sound]!)
    }
    return phones
  }
}

type Cell = (input: Float32Array, state: Float32Array) => Float32Array

/** A gated recurrent unit; its matrices hold reset, update and new, one below the other. */
function cellOf(inputs: Matrix, states: Matrix, inputBias: Matrix, stateBias: Matrix, width: number): Cell {
  const [wi, wh, bi, bh] = [inputs, states, inputBias, stateBias].map(numbersOf) as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ]
  return (input, state) => {
    const [fromInput, fromState] = [times(wi, input, bi), times(wh, state, bh)]
    return state.map((before, at) => {
      const reset = sigmoid(fromInput[at]! + fromState[at]!)
      const update = sigmoid(fromInput[width + at]! + fromState[width + at]!)
      const fresh = Math.tanh(fromInput[2 * width + at]! + reset * fromState[2 * width + at]!)
      return (1 - update) * fresh + update * before
    })
  }
}

function times(matrix: Float32Array, vector: Float32Array, bias: Float32Array): Float32Array {
  return bias.map((start, row) => {
    let sum = start
    for (let i = 0, at = row * vector.length; i < vector.length; i += 1, at += 1)
      sum += matrix[at]! * vector[i]!
    return sum
  })
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x))
}

function numbersOf({ data }: Matrix): Float32Array {
  return new Float32Array(Uint8Array.from(Buffer.from(data, 'base64')).buffer)
}
