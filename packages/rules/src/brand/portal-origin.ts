import { parseHost } from '../environment/host.ts'
import { projectUrl } from '../environment/projects.ts'
import type { Brand } from './types.ts'

/**
 * Origin of a brand's own portal, for links made outside any request (EN-1, BR-12). `ownOrigins` are those of the deployment; the
 * first one tells its environment. Without any, or on the local machine, it is `http://secure.<code>.localhost:<port>`.
 */
export function portalOrigin(
  brand: Brand,
  { ownOrigins, port }: { readonly ownOrigins: readonly string[]; readonly port: number },
): string {
  const host = parseHost(ownOrigins[0]?.replace(/^https?:\/\//, '') ?? 'localhost')
  if (host.environment === 'development') return `http://secure.${brand.code}.localhost:${port}`
  return projectUrl({ project: 'chmptl', brand, host }).replace(/\/$/, '')
}
