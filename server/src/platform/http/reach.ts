import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

/** Whether addresses that are not of the public Internet may be called: an operator says so for what stands in the plan's own network. */
export interface Reach {
  readonly inside: boolean
}

/** Loopback, private and link-local networks, among them those of cloud machines' metadata, and what is reserved. */
const insideNetworks = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  insideNetworks.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  insideNetworks.addSubnet(network, prefix, 'ipv6')

/** Whether an address is not one of the public Internet; an IPv4 address within an IPv6 one counts as itself. */
export function isInside(address: string): boolean {
  return insideNetworks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** Someone made us call an address inside. */
export class InsideAddress extends Error {
  readonly code = 'PRIVATE_ADDRESS'
}

/**
 * The address of a host, asked once: who connects to what it returns cannot be led elsewhere by a name that changes. Throws InsideAddress, and
 * what asking for a name throws.
 */
export async function resolveHost(host: string, { inside }: Reach): Promise<string> {
  const { address } = await lookup(host.replace(/^\[|\]$/g, ''))
  if (!inside && isInside(address)) throw new InsideAddress('An address of a private network may not be called.')
  return address
}
