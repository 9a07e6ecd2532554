import { BlockList, isIP } from 'node:net'

/** What is not on the internet, or not a host there: https://www.iana.org/assignments/iana-ipv4-special-registry */
const REFUSED_V4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // metadata of Azure
  '169.254.0.0/16', // link-local, and the metadata of most clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
]

/**
 * Hosts on the internet are in 2000::/3. The first three lines are all the rest: loopback, private, link-local, multicast, 64:ff9b::/96,
 * IPv4-mapped.
 */
const REFUSED_V6 = [
  '::/3',
  '4000::/2',
  '8000::/1',
  '2001::/23', // Teredo, benchmarking and other protocol assignments
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4, which has an IPv4 address inside
  '3fff::/20', // documentation
]

/** One list per family, because Node.js also finds IPv4 addresses in IPv6 ranges of mapped ones, such as `::/3`. */
interface Ranges {
  4: BlockList
  6: BlockList
}

function rangesOf(networks: readonly string[]): Ranges {
  const ranges = { 4: new BlockList(), 6: new BlockList() }
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const version = isIP(address) === 6 ? 6 : 4
    const prefix = bits === undefined ? (version === 6 ? 128 : 32) : Number(bits)
    ranges[version].addSubnet(address, prefix, version === 6 ? 'ipv6' : 'ipv4')
  }
  return ranges
}

function has(ranges: Ranges, address: string): boolean {
  const version = isIP(address)
  if (version !== 4 && version !== 6) return false
  return ranges[version].check(address, version === 6 ? 'ipv6' : 'ipv4')
}

export interface OpenAddresses {
  /** Opened by the operator of this network. */
  isAllowed: (address: string) => boolean
  /** A host on the internet, or one that is allowed. */
  isOpen: (address: string) => boolean
}

export function openAddresses(allow: readonly string[]): OpenAddresses {
  const refused = rangesOf([...REFUSED_V4, ...REFUSED_V6])
  const allowed = rangesOf(allow)
  const isAllowed = (address: string) => has(allowed, address)
  return {
    isAllowed,
    isOpen: (address) => isAllowed(address) || (isIP(address) !== 0 && !has(refused, address)),
  }
}
