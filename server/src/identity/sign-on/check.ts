import { X509Certificate } from 'node:crypto'
import type { DataKey } from '../../platform/data-key.ts'
import type { Reader } from '../../platform/db/database.ts'
import type { Reach } from '../../platform/http/reach.ts'
import { type ConnectionState, dayMs, warnDays } from './connection-state.ts'
import { describeCause, SignOnFailure } from './protocol.ts'
import { openSecret } from './secret.ts'
import { type ConnectionVersion, listAllLive } from './store.ts'

/** Asks the provider of each connection that is on, and looks when certificates end. */
export async function checkConnections(db: Reader, now: Date, by: CheckParts): Promise<ConnectionState[]> {
  const live = await listAllLive(db)
  return Promise.all(live.map(async (one) => ({ name: one.name, ...(await check(one, now, by)) })))
}

interface CheckParts {
  /** Only asked for where a secret is needed: loading it may make it. */
  readonly dataKey: () => Pick<DataKey, 'open'>
  readonly reach: Reach
}

async function check(
  connection: ConnectionVersion,
  now: Date,
  { dataKey, reach }: CheckParts,
): Promise<Omit<ConnectionState, 'name'>> {
  const { settings } = connection
  if (settings.kind === 'saml') return checkCertificates(settings.certificates, now)
  if (settings.kind === 'ldap') {
    const { checkDirectory } = await import('./directory-check.ts')
    return checkDirectory({ settings, secret: openSecret(dataKey(), connection), reach }, now)
  }
  try {
    const { discover } = await import('./oidc.ts')
    await discover({ settings, answerAt: '', secret: null, reach })
    return { state: 'ok', text: `${settings.issuer} says where people sign in.` }
  } catch (error) {
    const why = error instanceof SignOnFailure ? (error.detail ?? error.outcome) : describeCause(error)
    return { state: 'fail', text: `${settings.issuer} does not say where people sign in (${why}): nobody can.` }
  }
}

/** The connection works as long as one certificate does; the provider signs with which one it likes. */
function checkCertificates(certificates: readonly string[], now: Date): Omit<ConnectionState, 'name'> {
  const ends = certificates.map(readEnd)
  const last = Math.max(...ends.map((end) => end ?? 0))
  const days = Math.floor((last - now.getTime()) / dayMs)
  const day = new Date(last).toISOString().slice(0, 10)
  if (ends.includes(null)) return { state: 'fail', text: 'A signing certificate cannot be read: enter it again.' }
  if (days < 0) return { state: 'fail', text: `The last signing certificate ended on ${day}: enter the new one.` }
  return days < warnDays
    ? { state: 'warn', text: `The last signing certificate ends on ${day}: enter the next one beside it.` }
    : { state: 'ok', text: `Its signing certificate is good until ${day}.` }
}

function readEnd(base64: string): number | null {
  try {
    return Date.parse(new X509Certificate(Buffer.from(base64, 'base64')).validTo)
  } catch {
    return null
  }
}
