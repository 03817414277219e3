import { BlockList, isIP, isIPv6 } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Whose X-Forwarded headers are trusted: nobody's (0), those of that many load balancers in a row in front of the server, or those of load
 * balancers in certain networks.
 */
export type TrustedProxies = number | readonly Network[]

interface Network {
  readonly address: string
  /** Number of leading bits that identify the network. */
  readonly prefix: number
}

const words: Readonly<Record<string, number>> = { off: 0, false: 0, on: 1, true: 1 }
const maxHops = 9

/** Parses `0`, `1` to `9`, `on`, `off`, or addresses and networks separated by commas; null for anything else. */
export function readTrustedProxies(text: string): TrustedProxies | null {
  const hops = words[text] ?? (/^\d+$/.test(text) ? Number(text) : null)
  if (hops !== null) return hops <= maxHops ? hops : null
  const networks = text.split(',').map((part) => readNetwork(part.trim()))
  return networks.every((network) => network !== null) ? networks : null
}

function readNetwork(text: string): Network | null {
  const [, address = '', bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const whole = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  const prefix = bits === undefined ? whole : Number(bits)
  return prefix > 0 && prefix <= whole ? { address, prefix } : null
}

/** Whether the X-Forwarded headers of a request's sender are trusted; `hop` is 0 for the machine that is connected to us. */
export function buildTrust(proxies: TrustedProxies): false | ((address: string, hop: number) => boolean) {
  if (proxies === 0) return false
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies
  const list = new BlockList()
  for (const { address, prefix } of proxies) list.addSubnet(address, prefix, findFamily(address))
  return (address) => isIP(address) !== 0 && list.check(address, findFamily(address))
}

const findFamily = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

/** Drops everything up to the last entry of X-Forwarded-For that is not an address, because entries before it cannot be trusted. */
export function cleanForwarded(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const forwarded = raw.headers['x-forwarded-for']
    if (forwarded !== undefined) raw.headers['x-forwarded-for'] = lastAddresses(String(forwarded)).join(', ')
    done()
  })
}

/** The trailing addresses of the header, without ports and zones. */
export function lastAddresses(header: string): string[] {
  const entries = header.split(',').map(addressIn)
  return entries.slice(entries.lastIndexOf('') + 1)
}

/** `203.0.113.7`, `203.0.113.7:4711`, `2001:db8::1` or `[2001:db8::1]:4711`; '' if it is not an address. */
function addressIn(entry: string): string {
  const [, bracketed, withPort] = /^(?:\[([^\]]*)\](?::\d+)?|([^:]*):\d+)$/.exec(entry.trim()) ?? []
  const address = (bracketed ?? withPort ?? entry).trim().replace(/%.*$/, '')
  return isIP(address) === 0 ? '' : address
}
