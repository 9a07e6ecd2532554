import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { PushSubscription } from '@infra/protocol/jobs/push'
import { onFinished } from '../on-finished.ts'

export interface ReceivedPush {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A push service on this machine. It accepts every message unless a test says otherwise. */
export async function startPushService() {
  const received: ReceivedPush[] = []
  const service = {
    answer: (_push: ReceivedPush, response: ServerResponse): void => void response.writeHead(201).end(),
  }
  const server = createServer(async (request, response) => {
    const push = { path: request.url!, headers: request.headers, body: await buffer(request) }
    received.push(push)
    service.answer(push, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(service, { received, origin })
}

export interface TestBrowser {
  subscription: PushSubscription
  /** Reads a message as a browser does: RFC 8291, from the receiver's side. */
  decrypt: (body: Buffer) => string
}

/** A browser with keys of its own that has subscribed at a push service. */
export function subscribeBrowser(origin: string): TestBrowser {
  const ecdh = createECDH('prime256v1')
  const p256dh = ecdh.generateKeys()
  const auth = randomBytes(16)
  return {
    subscription: {
      endpoint: `${origin}/${randomBytes(8).toString('hex')}`,
      keys: { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') },
    },
    decrypt: (body) => {
      const salt = body.subarray(0, 16)
      const sender = body.subarray(21, 21 + body.readUInt8(20))
      const sealed = body.subarray(21 + sender.length, -16)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, sender])
      const secret = hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32)
      const derive = (name: string, bytes: number) =>
        Buffer.from(hkdfSync('sha256', Buffer.from(secret), salt, `Content-Encoding: ${name}\0`, bytes))
      const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
      decipher.setAuthTag(body.subarray(-16))
      const text = Buffer.concat([decipher.update(sealed), decipher.final()]).toString()
      if (!text.endsWith('\u0002')) throw new Error('The last record is not marked as such.')
      return text.slice(0, -1)
    },
  }
}
