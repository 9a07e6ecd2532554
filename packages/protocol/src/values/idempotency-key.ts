import { z } from 'zod'

/** Chosen by the caller, so that a request whose answer was lost can be sent again without happening twice. */
export const IdempotencyKey = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 of A-Z a-z 0-9 _ -')
