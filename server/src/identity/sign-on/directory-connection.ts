import { isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import type { ConnectionSettings } from '@portico/rules/identity/connection'
import { Client, InvalidCredentialsError, ResultCodeError } from 'ldapts'
import { InsideAddress, type Reach, resolveHost } from '../../platform/http/reach.ts'
import { describeCause, SignOnFailure } from './protocol.ts'

export type LdapSettings = Extract<ConnectionSettings, { readonly kind: 'ldap' }>

export interface DirectoryClient {
  readonly settings: LdapSettings
  /** The password of whom we bind as to search. */
  readonly secret: string | null
  readonly reach: Reach
  /** Is told when the certificate of a server ends. */
  readonly onCertificate?: (until: Date) => void
}

const stepMs = 2_000
/** For everything that one sign-in asks one server, whatever it answers. */
const wholeMs = 8_000

/** A server that is not there or cannot answer now: the next one is asked. */
class ServerFailed extends Error {}

/**
 * Does something at the first server that answers (OS-64). Each is given two seconds a step; what a server says about a person or our own
 * password is final. Throws SignOnFailure.
 */
export async function withDirectory<T>(client: DirectoryClient, work: (at: Client) => Promise<T>): Promise<T> {
  let last: SignOnFailure | null = null
  for (const server of client.settings.servers) {
    try {
      return await atServer(client, server, work)
    } catch (error) {
      if (error instanceof SignOnFailure) throw error
      last = new SignOnFailure('provider-unreachable', error instanceof ServerFailed ? error.message : null)
    }
  }
  throw last ?? new SignOnFailure('provider-unreachable')
}

async function atServer<T>(client: DirectoryClient, server: string, work: (at: Client) => Promise<T>): Promise<T> {
  const doing = connect(client, server).then((made) => work(made).finally(() => leave(made)))
  try {
    return await within(wholeMs, doing)
  } catch (error) {
    if (error instanceof SignOnFailure || error instanceof ServerFailed) throw error
    throw new ServerFailed(nameFailure(error))
  }
}

/** What takes longer fails here; it ends by itself. */
async function within<T>(ms: number, doing: Promise<T>): Promise<T> {
  const over = new AbortController()
  const late = sleep(ms, undefined, { signal: over.signal }).then(() => {
    throw new ServerFailed('time')
  })
  late.catch(() => undefined)
  try {
    return await Promise.race([doing, late])
  } finally {
    over.abort()
  }
}

/** Not waited for: a server that hangs would be, too. */
function leave(made: Client): void {
  made.unbind().catch(() => undefined)
}

/** Connects with TLS and proves who we are; `ldap://` is used for StartTLS alone, so no password goes out in the clear. */
async function connect(client: DirectoryClient, server: string): Promise<Client> {
  const { settings, secret, reach, onCertificate } = client
  const url = new URL(server)
  const name = url.hostname.replace(/^\[|\]$/g, '')
  const isSecure = url.protocol === 'ldaps:'
  const host = await resolveHost(name, reach)
  const tls = {
    host,
    ...(isIP(name) === 0 && { servername: name }),
    ...(settings.certificates.length > 0 && { ca: settings.certificates.map(toPem) }),
    minVersion: 'TLSv1.2' as const,
    checkServerIdentity: (of: string, certificate: PeerCertificate) => {
      onCertificate?.(new Date(certificate.valid_to))
      return checkServerIdentity(of, certificate)
    },
  }
  const address = `${url.protocol}//${isIP(host) === 6 ? `[${host}]` : host}${url.port === '' ? '' : `:${url.port}`}`
  const times = { timeout: stepMs, connectTimeout: stepMs }
  const made = new Client({ url: address, ...times, ...(isSecure && { tlsOptions: tls }) })
  try {
    if (!isSecure) await within(2 * stepMs, made.startTLS(tls))
    await bindAsService(made, { settings, secret })
    return made
  } catch (error) {
    leave(made)
    throw error
  }
}

/** Our own account, as which people and groups are searched. */
export async function bindAsService(
  at: Client,
  { settings, secret }: Pick<DirectoryClient, 'settings' | 'secret'>,
): Promise<void> {
  // An empty password would be no sign-in at all, and be accepted.
  if (secret === null || secret === '') throw new SignOnFailure('provider-refused', 'no password of ours')
  await at.bind(settings.bindDn, secret).catch((error: unknown) => {
    throw error instanceof InvalidCredentialsError ? new SignOnFailure('provider-refused', 'our own password') : error
  })
}

/** Only how it failed: a server's own words may quote who signs in. */
function nameFailure(error: unknown): string {
  if (error instanceof InsideAddress) return error.code
  if (error instanceof ResultCodeError) return `LDAP ${error.code}`
  const code = describeCause(error) ?? ''
  return error instanceof Error && /timeout|timed out/i.test(error.message) ? 'time' : code
}

function toPem(base64: string): string {
  return `-----BEGIN CERTIFICATE-----\n${base64.match(/.{1,64}/g)?.join('\n')}\n-----END CERTIFICATE-----\n`
}
