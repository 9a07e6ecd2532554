import { createHmac } from 'node:crypto'
import { BlockList, isIPv6 } from 'node:net'

const ofThisNetwork = new BlockList()
ofThisNetwork.addSubnet('127.0.0.0', 8)
ofThisNetwork.addSubnet('10.0.0.0', 8)
ofThisNetwork.addSubnet('172.16.0.0', 12)
ofThisNetwork.addSubnet('192.168.0.0', 16)
ofThisNetwork.addSubnet('fc00::', 7, 'ipv6')
ofThisNetwork.addSubnet('fe80::', 10, 'ipv6')
ofThisNetwork.addAddress('::1', 'ipv6')

/**
 * A keyed hash of the network that a node calls from, /24 or /48: machines of one network may well belong to the same person, so they don't
 * check each other. Null for the network's own machines, for which it would say nothing. `network` has the form of `networkOf`.
 */
export function hashPrefix(network: string, secret: Uint8Array): string | null {
  const address = network.replace(/\/64$/, '')
  if (ofThisNetwork.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return null
  const prefix = isIPv6(address)
    ? address.split(':').slice(0, 3).join(':')
    : address.split('.').slice(0, 3).join('.')
  return createHmac('sha256', secret).update(`network ${prefix}`).digest('hex').slice(0, 32)
}
