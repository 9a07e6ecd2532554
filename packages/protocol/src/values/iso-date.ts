import { z } from 'zod'

/** A moment: a `Date` in programs, RFC 3339 in UTC on the wire. */
export const IsoDate = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
})
