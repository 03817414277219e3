import { hash } from 'node:crypto'
import { isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import type { ConnectionSettings } from '@portico/rules/identity/connection'
import { Client, InvalidCredentialsError, ResultCodeError } from 'ldapts'
import { InsideAddress, type Reach, resolveHost } from '../../platform/http/reach.ts'
import { endIdle, keepIdle, leave, type Open, takeIdle } from './idle-connections.ts'
import { describeCause, SignOnFailure } from './protocol.ts'

export type LdapSettings = Extract<ConnectionSettings, { readonly kind: 'ldap' }>

export interface DirectoryClient {
  readonly settings: LdapSettings
  /** Password of the account that we bind as for searches. */
  readonly secret: string | null
  readonly reach: Reach
  /** Called with the expiry of a server's certificate. */
  readonly onCertificate?: (until: Date) => void
}

const stepMs = 2_000
/** Time limit for everything that one sign-in asks of one server, whatever it answers. */
const wholeMs = 8_000

/** A server is unreachable or cannot answer now: the next one is tried. */
class ServerFailed extends Error {}

/**
 * Does work at the first server that answers (OS-64). Each server gets two seconds per step; its answer about a person or our own password
 * is final. Throws SignOnFailure.
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
  try {
    return await within(wholeMs, workAt(client, server, work))
  } catch (error) {
    if (error instanceof SignOnFailure || error instanceof ServerFailed) throw error
    throw new ServerFailed(nameFailure(error))
  }
}

/** Works on a kept or new connection. A connection on which the server has judged a person is still good. */
async function workAt<T>(client: DirectoryClient, server: string, work: (at: Client) => Promise<T>): Promise<T> {
  const key = nameConnections(client, server)
  // The doctor needs to see the current connection and certificate; and the library does not notice the end of a connection that began
  // without TLS.
  const isKept = client.onCertificate === undefined && server.startsWith('ldaps:')
  const open = (isKept ? await findIdle(key, client) : null) ?? (await connect(client, server))
  let isGood = false
  try {
    const done = await work(open.made)
    isGood = true
    return done
  } catch (error) {
    isGood = error instanceof SignOnFailure
    throw error
  } finally {
    if (isGood && isKept) keepIdle(key, open)
    else leave(open.made)
  }
}

/** Takes a kept connection, and binds it as our own account, because someone else may have been bound on it last. */
async function findIdle(key: string, client: DirectoryClient): Promise<Open | null> {
  const open = takeIdle(key)
  if (open === null) return null
  try {
    await bindAsService(open.made, client)
    return open
  } catch (error) {
    leave(open.made)
    endIdle(key)
    if (error instanceof SignOnFailure) throw error
    // The server may have closed this connection and still be available.
    return null
  }
}

/** Connections are shared only with the same settings, including our own password, which the hash keeps out of the key. */
function nameConnections({ settings, secret, reach }: DirectoryClient, server: string): string {
  const { certificates, bindDn } = settings
  return hash('sha256', JSON.stringify([server, certificates, bindDn, secret, reach]))
}

/** Fails if the work takes longer; the work itself is not stopped. */
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

/** Connects with TLS and binds as our own account; `ldap://` is used only for StartTLS, so no password is sent in the clear. */
async function connect(client: DirectoryClient, server: string): Promise<Open> {
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
    return { made, since: Date.now() }
  } catch (error) {
    leave(made)
    throw error
  }
}

/** Binds as our own account, which searches for people and groups. */
export async function bindAsService(
  at: Client,
  { settings, secret }: Pick<DirectoryClient, 'settings' | 'secret'>,
): Promise<void> {
  // A bind with an empty password is accepted but authenticates no one.
  if (secret === null || secret === '') throw new SignOnFailure('provider-refused', 'no password of ours')
  await at.bind(settings.bindDn, secret).catch((error: unknown) => {
    throw error instanceof InvalidCredentialsError ? new SignOnFailure('provider-refused', 'our own password') : error
  })
}

/** Names only the kind of failure: a server's own words may quote the person. */
function nameFailure(error: unknown): string {
  if (error instanceof InsideAddress) return error.code
  if (error instanceof ResultCodeError) return `LDAP ${error.code}`
  const code = describeCause(error) ?? ''
  return error instanceof Error && /timeout|timed out/i.test(error.message) ? 'time' : code
}

function toPem(base64: string): string {
  return `-----BEGIN CERTIFICATE-----\n${base64.match(/.{1,64}/g)?.join('\n')}\n-----END CERTIFICATE-----\n`
}
