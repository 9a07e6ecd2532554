import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onFinished } from '../on-finished.ts'

interface Asked {
  authorization: string | undefined
  body: {
    model: string
    stream: boolean
    messages: { role: string; content: string }[]
    tools?: { function: { name: string } }[]
  }
}

export type ModelAnswer = (response: ServerResponse) => void | Promise<void>

/** A server with OpenAI's API over real HTTP, which answers what the test wants. */
export async function scriptedModel() {
  const asked: Asked[] = []
  const script: ModelAnswer[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    asked.push({
      authorization: request.headers.authorization,
      body: JSON.parse(Buffer.concat(chunks).toString()),
    })
    await script.shift()?.(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  return { url, asked, script }
}

const event = (data: object) => `data: ${JSON.stringify(data)}\n\n`
const delta = (content: object, finish_reason: string | null = null) =>
  event({ choices: [{ delta: content, finish_reason }] })

export function begin(response: ServerResponse): ServerResponse {
  return response.writeHead(200, { 'content-type': 'text/event-stream' })
}

export const words =
  (...pieces: string[]): ModelAnswer =>
  (response) => {
    begin(response).write(': thinking\n\n')
    for (const content of pieces) response.write(delta({ content }))
    response.end(`${delta({}, 'stop')}data: [DONE]\n\n`)
  }

/** As models do it: the name first, then the arguments in pieces. */
export const callTool =
  (name: string, json: string): ModelAnswer =>
  (response) => {
    begin(response)
    response.write(delta({ tool_calls: [{ index: 0, id: 'c1', function: { name, arguments: '' } }] }))
    for (const bit of json.match(/.{1,5}/gs) ?? [])
      response.write(delta({ tool_calls: [{ index: 0, function: { arguments: bit } }] }))
    response.end(`${delta({}, 'tool_calls')}data: [DONE]\n\n`)
  }

/** Sends the second half when the promise resolves. */
export const inHalves =
  (first: string, second: string, untilSecond: Promise<void>): ModelAnswer =>
  async (response) => {
    begin(response).write(delta({ content: first }))
    await untilSecond
    response.end(`${delta({ content: second }, 'stop')}data: [DONE]\n\n`)
  }

/** Sends a part of an answer, then breaks the connection. */
export const breakOff =
  (content: string): ModelAnswer =>
  (response) => {
    begin(response).write(delta({ content }), () => setTimeout(() => response.destroy(), 50))
  }

export const endEarly =
  (content: string): ModelAnswer =>
  (response) =>
    void begin(response).end(delta({ content }))

export const refuse =
  (status: number, headers: Record<string, string> = {}): ModelAnswer =>
  (response) =>
    void response.writeHead(status, headers).end('{"error":{"message":"sk-secret-key is wrong"}}')

export const hang: ModelAnswer = (response) => void begin(response).write(delta({ content: 'Let me' }))
