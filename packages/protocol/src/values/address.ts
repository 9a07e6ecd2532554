import { z } from 'zod'

/**
 * An Ethereum address in any notation. Verifying a mixed-case checksum needs a hash function, so the API does that; addresses are compared
 * without case.
 */
export const Address = z.templateLiteral(['0x', z.string().regex(/^[0-9a-fA-F]{40}$/)])
export type Address = z.infer<typeof Address>
