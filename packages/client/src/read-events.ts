export interface SentEvent {
  event: string
  data: string
  id: string | undefined
}

/** The server-sent events of a response, until it ends. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<SentEvent, void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let buffered = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      buffered += decoder.decode(value, { stream: true })
      const blocks = buffered.split(/\r?\n\r?\n/)
      // Anything after the last empty line is incomplete.
      buffered = blocks.pop()!
      for (const block of blocks) {
        const event = readBlock(block)
        if (event) yield event
      }
    }
  } finally {
    // A connection that broke cannot be cancelled, and need not be.
    await reader.cancel().catch(() => {})
  }
}

/** One event; undefined if it has no data, like a comment. */
function readBlock(block: string): SentEvent | undefined {
  const fields: Record<string, string> = {}
  for (const line of block.split(/\r?\n/)) {
    const [, name, value] = /^(\w+): ?(.*)$/.exec(line) ?? []
    if (name) fields[name] = name === 'data' && fields.data ? `${fields.data}\n${value}` : value!
  }
  if (fields.data === undefined) return undefined
  return { event: fields.event ?? 'message', data: fields.data, id: fields.id }
}
