import { z } from 'zod'

/** An EOA's is 65 bytes; a smart account's wraps several, or the call that deploys it. */
export const Signature = z.string().regex(/^0x([0-9a-fA-F]{2}){1,8192}$/, 'must be hexadecimal bytes')
