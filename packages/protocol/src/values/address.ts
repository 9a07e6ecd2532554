import { z } from 'zod'

/**
 * An Ethereum address as anyone may write it. Whether a mixed-case one has the right checksum needs a hash function, so
 * the API checks it; addresses are compared without case.
 */
export const Address = z.templateLiteral(['0x', z.string().regex(/^[0-9a-fA-F]{40}$/)])
export type Address = z.infer<typeof Address>
