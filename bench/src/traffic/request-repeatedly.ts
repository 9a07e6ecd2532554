import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const LENGTH = /\r\ncontent-length: (\d+)\r\n/i

/**
 * Requests the same address over and over, `width` at a time, each on its own connection. It uses bare sockets, so that on a
 * machine with two cores the server is the busy part, not the client.
 */
export async function requestRepeatedly(
  url: string,
  { count, width, headers = {} }: { count: number; width: number; headers?: Record<string, string> },
): Promise<void> {
  const { hostname, port, host, pathname, search } = new URL(url)
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const request = `GET ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`
  let left = count
  await Promise.all(
    Array.from({ length: width }, async () => {
      const socket = connect(Number(port), hostname).setNoDelay()
      await once(socket, 'connect')
      while (left-- > 0) await sendRequest(socket, request)
      socket.destroy()
    }),
  )
}

/** Resolves when the whole response has arrived. */
function sendRequest(socket: Socket, request: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let head = ''
    let missing = Number.POSITIVE_INFINITY
    const receive = (bytes: Buffer) => {
      if (head.endsWith('\r\n\r\n')) missing -= bytes.length
      else {
        const text = head + bytes.toString('latin1')
        const end = text.indexOf('\r\n\r\n') + 4
        head = end === 3 ? text : text.slice(0, end)
        if (end === 3) return
        if (!head.startsWith('HTTP/1.1 200')) return reject(new Error(`Refused: ${text.slice(0, 2000)}`))
        missing = Number(LENGTH.exec(head)![1]) - (text.length - end)
      }
      if (missing > 0) return
      socket.off('data', receive)
      resolve()
    }
    socket.on('data', receive)
    socket.write(request)
  })
}
