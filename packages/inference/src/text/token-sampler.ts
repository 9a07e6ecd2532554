import { randomFrom } from '../random.ts'
import { softmax } from './llama.ts'

/** Nucleus sampling: only the likeliest tokens that together have this probability can be drawn. */
const LIKELY = 0.9

/** Picks the next token: the likeliest at temperature 0, otherwise at random, the more evenly the higher the temperature. */
export function tokenSampler(temperature: number, seed: number): (logits: Float32Array) => number {
  const random = randomFrom(seed)
  if (temperature === 0) return likeliest
  return (logits) => {
    for (let i = 0; i < logits.length; i += 1) logits[i]! /= temperature
    softmax(logits)
    return drawn(logits, random())
  }
}

function likeliest(numbers: Float32Array): number {
  let best = 0
  for (let i = 1; i < numbers.length; i += 1) if (numbers[i]! > numbers[best]!) best = i
  return best
}

function drawn(shares: Float32Array, chance: number): number {
  // No token with a smaller share can be among those that make up LIKELY; leaving them out makes the sort short.
  const least = (1 - LIKELY) / (shares.length - 1)
  const candidates = [...shares.keys()].filter((token) => shares[token]! >= least)
  candidates.sort((a, b) => shares[b]! - shares[a]! || a - b)
  let sum = 0
  const enough = candidates.findIndex((token) => {
    sum += shares[token]!
    return sum > LIKELY
  })
  const eligible = enough === -1 ? candidates : candidates.slice(0, enough + 1)
  let left = chance * sum
  for (const token of eligible) {
    left -= shares[token]!
    if (left < 0) return token
  }
  return eligible.at(-1)!
}
