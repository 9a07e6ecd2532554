/** One event of a stream, as the server wrote it. */
export interface StreamEvent {
  type: string
  data: string
  id: string | undefined
}

export interface Parsed {
  events: StreamEvent[]
  /** What the server wishes one to wait before coming again. */
  retryMs: number | undefined
}

/** Takes the bytes of a stream as they come, cut anywhere, and gives back the events that are whole. */
export function createEventParser(): (chunk: Uint8Array) => Parsed {
  const decoder = new TextDecoder()
  let rest = ''
  return (chunk) => {
    rest += decoder.decode(chunk, { stream: true })
    const blocks = rest.split(/\r?\n\r?\n/)
    rest = blocks.pop()!
    const parsed: Parsed = { events: [], retryMs: undefined }
    for (const block of blocks) read(block, parsed)
    return parsed
  }
}

function read(block: string, parsed: Parsed): void {
  const event: StreamEvent = { type: 'message', data: '', id: undefined }
  const data: string[] = []
  for (const line of block.split(/\r?\n/)) {
    const colon = line.indexOf(':')
    // A line that begins with a colon is a comment: the server saying that it is still there.
    if (colon < 1) continue
    const value = line.slice(colon + 1).replace(/^ /, '')
    const field = line.slice(0, colon)
    if (field === 'event') event.type = value
    else if (field === 'data') data.push(value)
    else if (field === 'id') event.id = value
    else if (field === 'retry' && /^\d+$/.test(value)) parsed.retryMs = Number(value)
  }
  if (data.length > 0) parsed.events.push({ ...event, data: data.join('\n') })
}
