import { z } from 'zod'
import { SignedCheck } from '../signatures/checks.ts'
import { Address } from '../values/address.ts'
import { IsoDate } from '../values/iso-date.ts'

/** The state of a result's check by a second machine. */
export const JobCheck = z.object({
  /** `unchecked`: its owner asked for a check, and no other machine could run it again. */
  state: z.enum(['checking', 'agreed', 'unclear', 'contradicted', 'unchecked']),
  /** The second machine. Null until the check is decided, and for a private job. */
  node: z.object({ id: Address, name: z.string() }).nullable(),
  at: IsoDate.nullable(),
  /** The job with the right result, for its owner, if it was contradicted. */
  rightJobId: z.uuid().nullable(),
  /** The network's signed statement; lists leave it out, like the receipt. */
  statement: SignedCheck.nullable(),
})
