import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createEVM } from '@ethereumjs/evm'
import { Address } from '@ethereumjs/util'
import { bytesToHex, type Hex, hexToBytes } from 'viem'
import { onFinished } from '../on-finished.ts'

export interface LoopbackChain {
  url: string
  /** Every method that was called. */
  methods: string[]
  /** Puts code at an address, as a deployment would. */
  put: (address: Hex, code: Hex) => Promise<void>
}

interface Call {
  to?: Hex
  data?: Hex
}

/** A read-only chain for a test file: JSON-RPC over HTTP with a real EVM behind it. */
export async function loopbackChain(): Promise<LoopbackChain> {
  const evm = await createEVM()
  const methods: string[] = []

  const answers: Record<string, (params: unknown[]) => Promise<Hex>> = {
    eth_chainId: async () => '0x1',
    eth_getCode: async ([address]) => bytesToHex(await evm.stateManager.getCode(addressOf(address as Hex))),
    eth_call: async ([call]) => {
      const { to, data = '0x' } = call as Call
      await evm.stateManager.checkpoint()
      // Without an address, the data is a program to run as if it were deployed; its answer is what it returns.
      const { execResult } = await evm.runCall({
        to: to && addressOf(to),
        data: hexToBytes(data),
        gasLimit: 30_000_000n,
      })
      await evm.stateManager.revert()
      if (execResult.exceptionError) throw new Error('execution reverted')
      return bytesToHex(execResult.returnValue)
    },
  }

  const server = createServer(async (request, response) => {
    const { id, method, params } = JSON.parse(Buffer.concat(await request.toArray()).toString())
    methods.push(method)
    const outcome = await Promise.resolve(answers[method]?.(params)).then(
      (result) => ({ result }),
      (error: Error) => ({ error: { code: 3, message: error.message } }),
    )
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ jsonrpc: '2.0', id, ...outcome }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onFinished(() => void server.close())

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    methods,
    put: (address, code) => evm.stateManager.putCode(addressOf(address), hexToBytes(code)),
  }
}

function addressOf(address: Hex): Address {
  return new Address(hexToBytes(address))
}
