import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

/** Whether addresses outside the public Internet may be called: operators allow it for systems in the plan's own network. */
export interface Reach {
  readonly inside: boolean
}

/** Loopback, private, link-local (including cloud metadata addresses) and reserved networks. */
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

/** Whether an address is not on the public Internet; an IPv4 address within an IPv6 one counts as itself. */
export function isInside(address: string): boolean {
  return insideNetworks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** Someone tried to make us call an internal address. */
export class InsideAddress extends Error {
  readonly code = 'PRIVATE_ADDRESS'
}

/**
 * Resolves a host once: a caller that connects to the returned address cannot be redirected by a changing DNS name. Throws InsideAddress,
 * and DNS errors.
 */
export async function resolveHost(host: string, { inside }: Reach): Promise<string> {
  const { address } = await lookup(host.replace(/^\[|\]$/g, ''))
  if (!inside && isInside(address)) throw new InsideAddress('An address of a private network may not be called.')
  return address
}
