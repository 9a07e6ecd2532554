import { type Compared, DIFFERENT, EQUAL } from './compared.ts'

/** The model is computed alike everywhere: the same seed gives the same story. */
export function compareStoryTeller(one: string, other: string): Compared {
  return one === other ? EQUAL : DIFFERENT
}
