import { z } from 'zod'
import { SignedCheck } from '../signatures/checks.ts'
import { Address } from '../values/address.ts'
import { IsoDate } from '../values/iso-date.ts'

/** How the check of a result by a second machine stands. */
export const JobCheck = z.object({
  /** `unchecked`: its owner asked for a check, and no other machine could run it again. */
  state: z.enum(['checking', 'agreed', 'unclear', 'contradicted', 'unchecked']),
  /** The second machine. Missing while it is not decided, and for a private job. */
  node: z.object({ id: Address, name: z.string() }).nullable(),
  at: IsoDate.nullable(),
  /** Where it was contradicted: the job with the right result, for its owner. */
  rightJobId: z.uuid().nullable(),
  /** What the network signed of it; like the receipt left out in lists. */
  statement: SignedCheck.nullable(),
})
