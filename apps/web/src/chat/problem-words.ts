import { Refusal } from '@infra/protocol/refusal'
import { words } from '../api.ts'

export function problemWords(problem: unknown): string {
  return words[problem instanceof Refusal ? problem.code : 'internal_error']
}
