import { z } from 'zod'

/** What the web app must know before its first call. The API puts it into the page it serves. */
export const WebConfiguration = z.object({
  /** Where the API's doors are: a path on the same origin, or the address of another. */
  apiPrefix: z.string(),
  links: z.object({ x: z.url(), dex: z.url(), telegram: z.url() }),
})
export type WebConfiguration = z.infer<typeof WebConfiguration>

/** The id of the `<script type="application/json">` block that carries it. */
export const CONFIGURATION_BLOCK_ID = 'configuration'
