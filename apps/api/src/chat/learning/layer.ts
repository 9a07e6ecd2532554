import type { Random } from '../../test/inputs/make-value.ts'

// Of Adam, as its authors suggest.
const MEAN_SHARE = 0.9
const SQUARE_SHARE = 0.999
const LITTLE = 1e-8

/** An input of a layer, and how far each of its outputs is off. */
interface Learned {
  input: Float32Array
  errors: Float32Array
}

/** The weights between two layers of a network, with a row for each input, and how they are learned. */
export class Layer {
  readonly columns: number
  readonly weights: Float32Array
  /** Running means of the gradient and of its square. */
  readonly #mean: Float32Array
  readonly #square: Float32Array
  #steps = 0

  constructor(rows: number, columns: number, random: Random) {
    this.columns = columns
    this.weights = Float32Array.from({ length: rows * columns }, () => (random() - 0.5) / Math.sqrt(columns))
    this.#mean = new Float32Array(rows * columns)
    this.#square = new Float32Array(rows * columns)
  }

  /** How far each input is off, given how far each output is; 0 for those that are 0. */
  errorsBefore(input: Float32Array, errors: Float32Array): Float32Array {
    return input.map((value, row) => {
      let sum = 0
      if (value !== 0)
        for (let column = 0; column < this.columns; column++)
          sum += errors[column]! * this.weights[row * this.columns + column]!
      return sum
    })
  }

  /** One step against the mean gradient of all examples, by Adam. */
  descend(examples: readonly Learned[], rate: number): void {
    this.#steps++
    const { columns, weights } = this
    const [mean, square] = [this.#mean, this.#square]
    const meanScale = 1 / (1 - MEAN_SHARE ** this.#steps)
    const squareScale = 1 / (1 - SQUARE_SHARE ** this.#steps)
    for (let row = 0; row * columns < weights.length; row++) {
      const slopes = this.#slopes(examples, row)
      for (let column = 0; column < columns; column++) {
        const at = row * columns + column
        const slope = slopes[column]! / examples.length
        mean[at] = MEAN_SHARE * mean[at]! + (1 - MEAN_SHARE) * slope
        square[at] = SQUARE_SHARE * square[at]! + (1 - SQUARE_SHARE) * slope * slope
        weights[at]! -= (rate * meanScale * mean[at]!) / (Math.sqrt(squareScale * square[at]!) + LITTLE)
      }
    }
  }

  /** The gradient of a row of weights. Four examples at a time take half the time of one after the other. */
  #slopes(examples: readonly Learned[], row: number): Float32Array {
    const slopes = new Float32Array(this.columns)
    const used = examples.filter(({ input }) => input[row] !== 0)
    const fours = used.length - (used.length % 4)
    for (let from = 0; from < fours; from += 4) {
      const [one, two, three, four] = used.slice(from, from + 4) as [Learned, Learned, Learned, Learned]
      const [a, b, c, d] = [one.input[row]!, two.input[row]!, three.input[row]!, four.input[row]!]
      for (let column = 0; column < slopes.length; column++)
        slopes[column]! +=
          a * one.errors[column]! +
          b * two.errors[column]! +
          c * three.errors[column]! +
          d * four.errors[column]!
    }
    for (const { input, errors } of used.slice(fours))
      for (let column = 0; column < slopes.length; column++) slopes[column]! += input[row]! * errors[column]!
    return slopes
  }
}
