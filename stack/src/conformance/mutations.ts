import { callMutations } from './call-mutations.ts'
import type { Mutation } from './mutation.ts'
import { screenMutations } from './screen-mutations.ts'
import { walletMutations } from './wallet-mutations.ts'

/** At least one for each row of docs/conformance.md. One that survives shows a weak test: strengthen the test. */
export const mutations: readonly Mutation[] = [...screenMutations, ...walletMutations, ...callMutations].map(
  ([row, file, find, replace, test]) => ({ row, file, find, replace, test }),
)
