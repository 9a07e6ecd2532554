import { Refusal } from '@infra/protocol/refusal'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { addressList, isListed } from '../limits/trusted-proxies.ts'

const LOOPBACK = addressList(['127.0.0.0/8', '::1'])

/**
 * Refuses a node that connects over http to a network whose address is https, because its token would travel unencrypted. A node on this
 * machine, such as the bundled one, may.
 */
export function requireHttps({ publicUrl, apiPrefix }: Config, { protocol, ip }: FastifyRequest): void {
  if (publicUrl.protocol !== 'https:' || protocol === 'https' || isListed(LOOPBACK, ip)) return
  throw new Refusal(
    'https_required',
    'Nodes reach this network only over https: over http anyone on the way could take their jobs and earnings. ' +
      `Use ${publicUrl.origin}${apiPrefix}. If you do, the network's proxy doesn't set X-Forwarded-Proto, or isn't in TRUST_PROXY.`,
  )
}
