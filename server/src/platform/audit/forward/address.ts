import { readFileSync } from 'node:fs'

/** Where audit events are sent: syslog over TLS, or the logs of an OpenTelemetry collector. */
export type ForwardSettings = { readonly name: string; readonly waitMs: number } & (
  | { readonly kind: 'syslog'; readonly host: string; readonly port: number; readonly ca: string | undefined }
  | { readonly kind: 'otlp'; readonly url: string; readonly token: string | undefined }
)

const waitMs = 15_000

/** RFC 5425's own port. */
const syslogPort = 6514

/** `syslog+tls://host:6514`, or the `https://…/v1/logs` of a collector (http on this machine only). */
export function isForwardAddress(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, hostname, username, password, pathname, search, hash } = new URL(value)
  if (username || password || search || hash || hostname === '') return false
  if (protocol === 'syslog+tls:') return pathname === '' || pathname === '/'
  return protocol === 'https:' || (protocol === 'http:' && /^(127\.0\.0\.1|localhost)$/.test(hostname))
}

/** Settings of the address; the file with the authority's certificate is read now, so that a start without it fails. */
export function readForwardAddress(
  value: string,
  { caFile, token }: { readonly caFile: string | undefined; readonly token: string | undefined },
): ForwardSettings {
  const { protocol, hostname, port } = new URL(value)
  if (protocol !== 'syslog+tls:') return { kind: 'otlp', name: value, waitMs, url: value, token }
  const ca = caFile === undefined ? undefined : readFileSync(caFile, 'utf8')
  const host = hostname.replace(/^\[|\]$/g, '')
  return { kind: 'syslog', name: value, waitMs, host, port: port === '' ? syslogPort : Number(port), ca }
}
