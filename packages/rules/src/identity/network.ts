/**
 * The network that limits count an address by (SI-13): for IPv4 the address itself, for IPv6 its first 64 bits, since someone who
 * has one such address has the whole network. Anything that is not an address stays as it is.
 */
export function toNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!address.includes(':')) return address
  const [head = '', tail] = address.toLowerCase().replace(/%.*$/, '').split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const given = [...groups(head), ...groups(tail ?? '')]
  const missing = tail === undefined ? 0 : 8 - given.length
  const all = [...groups(head), ...Array<string>(Math.max(0, missing)).fill('0'), ...groups(tail ?? '')]
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
