import { z } from 'zod'

const Body = z.object({
  error: z.union([z.string(), z.object({ message: z.string(), details: z.string().optional() })]).optional(),
  detail: z.union([z.string(), z.array(z.object({ loc: z.array(z.unknown()), msg: z.string() }))]).optional(),
  errors: z.string().optional(),
  node_errors: z
    .record(
      z.string(),
      z.object({
        class_type: z.string(),
        errors: z.array(z.object({ message: z.string(), details: z.string() })),
      }),
    )
    .optional(),
})

/** Extracts what went wrong from the body of an error: each program has its own format, and none is meant for people. */
export function errorWords(body: string): string {
  const { data } = Body.safeParse(asJson(body))
  const parts = (data ? partsOf(data) : []).map((part) => part.replaceAll(/\s+/g, ' ').trim())
  const words = [...new Set(parts.filter(Boolean))].map((part, at, { length }) =>
    at < length - 1 ? part.replace(/\.$/, '') : part,
  )
  return words.join('. ') || body
}

function partsOf({ error, detail, errors, node_errors: nodes = {} }: z.infer<typeof Body>): string[] {
  const ofNodes = Object.values(nodes).flatMap(({ class_type: type, errors }) =>
    errors.map(({ message, details }) => `${type}: ${message} (${details})`),
  )
  return [
    ...(typeof error === 'string' ? [error] : error ? [error.message] : []),
    // ComfyUI says the same once more for each node.
    ...(typeof error === 'object' && ofNodes.length === 0 ? [error.details ?? ''] : []),
    ...ofNodes,
    ...(typeof detail === 'string'
      ? [detail]
      : (detail ?? []).map(({ loc, msg }) => `${loc.join('.')}: ${msg}`)),
    errors ?? '',
  ]
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
