/** A server with one stream of events for tests: what it was requests with, and what it sends to current readers. */
export function createTestStream() {
  const requests: Record<string, string>[] = []
  const open = new Set<ReadableStreamDefaultController<Uint8Array>>()

  const stream = (signal: AbortSignal) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        open.add(controller)
        controller.enqueue(new TextEncoder().encode(': \n\n'))
        signal.addEventListener('abort', () => {
          if (open.delete(controller)) controller.error(signal.reason)
        })
      },
    })
    return new Response(body)
  }
  let answer: (signal: AbortSignal) => Response | Promise<Response> = stream

  return {
    requests,
    reading: () => open.size,
    fetch: (async (_: unknown, init?: RequestInit) => {
      requests.push(init!.headers as Record<string, string>)
      return Promise.race([answer(init!.signal!), aborted(init!.signal!)])
    }) as typeof fetch,
    /** How connections are handled from now on; by default with a stream. */
    accept: () => {
      answer = stream
    },
    refuse: (status: number, headers?: Record<string, string>) => {
      answer = () => new Response(null, { status, headers })
    },
    /** Like a proxy that holds everything back. */
    keepSilent: () => {
      answer = () => new Promise<never>(() => {})
    },
    say: (text: string) => {
      for (const controller of open) controller.enqueue(new TextEncoder().encode(text))
    },
    disconnect: () => {
      for (const controller of open) controller.close()
      open.clear()
    },
  }
}

/** An event about a job, as the API writes it. */
export const jobEvent = (id: number) => `id: ${id}\nevent: job\ndata: {"n":${id}}\n\n`

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, refuse) => signal.addEventListener('abort', () => refuse(signal.reason)))
}
