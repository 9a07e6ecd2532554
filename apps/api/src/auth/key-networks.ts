import { BlockList, isIP } from 'node:net'

/** Whether an address lies in one of the networks (`203.0.113.0/24`, `2001:db8::/32`, or a single address). */
export function isWithin(networks: readonly string[], ip: string): boolean {
  const list = new BlockList()
  for (const network of networks) {
    const { address, prefix, family } = readNetwork(network)!
    list.addSubnet(address, prefix, family)
  }
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '').split('%')[0]!
  return list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
}

interface Network {
  address: string
  prefix: number
  family: 'ipv4' | 'ipv6'
}

/** Undefined if it isn't a network. */
export function readNetwork(network: string): Network | undefined {
  const [address = '', bits] = network.split('/')
  const version = isIP(address)
  if (version === 0) return undefined
  const max = version === 6 ? 128 : 32
  const prefix = bits === undefined ? max : Number(bits)
  return prefix <= max ? { address, prefix, family: version === 6 ? 'ipv6' : 'ipv4' } : undefined
}
