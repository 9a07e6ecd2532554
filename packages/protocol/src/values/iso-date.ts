import { z } from 'zod'

/** A point in time: a `Date` in programs, RFC 3339 in UTC in transit. */
export const IsoDate = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
})
