import { type HostInfo, parseHost } from '../environment/host.ts'

/**
 * A configured address that we may send people to: by https, to a path on our own host, or to the host they are on; below `localhost`
 * every name is ours. Null for any other, so that a mistake in the configuration leads no one astray.
 */
export function checkConfiguredAddress(address: string | null, host: HostInfo): string | null {
  if (address === null || /[\s\\]/.test(address)) return null
  if (/^\/(?![/\\])/.test(address)) return address
  const [, scheme, authority = ''] = /^(https?):\/\/([^/?#@]+)(?:[/?#]|$)/i.exec(address) ?? []
  const { name } = parseHost(authority)
  if (scheme === undefined || name === '') return null
  const isOwn = name === host.name || (isLocal(name) && isLocal(host.name))
  return scheme.toLowerCase() === 'https' || isOwn ? address : null
}

function isLocal(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost')
}
