import { z } from 'zod'

/**
 * Chosen by the caller, so that a request whose response was lost can be sent again without happening twice. The draft of the header puts
 * it in quotes; it's the same key without them.
 */
export const IdempotencyKey = z.codec(
  z.string().regex(/^(?:[A-Za-z0-9_-]{1,64}|"[A-Za-z0-9_-]{1,64}")$/, 'must be 1 to 64 of A-Z a-z 0-9 _ -'),
  z.string(),
  { decode: (key) => key.replaceAll('"', ''), encode: (key) => key },
)
