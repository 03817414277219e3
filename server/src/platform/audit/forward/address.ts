import { readFileSync } from 'node:fs'

/** Where audit events are forwarded: to syslog over TLS, or to an OpenTelemetry collector's logs. */
export type ForwardSettings = { readonly name: string; readonly waitMs: number } & (
  | { readonly kind: 'syslog'; readonly host: string; readonly port: number; readonly ca: string | undefined }
  | { readonly kind: 'otlp'; readonly url: string; readonly token: string | undefined }
)

const waitMs = 15_000

/** The default port of RFC 5425. */
const syslogPort = 6514

/** `syslog+tls://host:6514`, or a collector's `https://…/v1/logs` (http only on this machine). */
export function isForwardAddress(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, hostname, username, password, pathname, search, hash } = new URL(value)
  if (username || password || search || hash || hostname === '') return false
  if (protocol === 'syslog+tls:') return pathname === '' || pathname === '/'
  return protocol === 'https:' || (protocol === 'http:' && /^(127\.0\.0\.1|localhost)$/.test(hostname))
}

/** The address's settings; reads the authority's certificate file now, so that the server does not start without it. */
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
