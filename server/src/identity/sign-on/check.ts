import type { DataKey } from '../../platform/data-key.ts'
import type { Reader } from '../../platform/db/database.ts'
import type { Reach } from '../../platform/http/reach.ts'
import { findLastEnd } from './certificates.ts'
import { type ConnectionState, dayMs, warnDays } from './connection-state.ts'
import { describeCause, SignOnFailure } from './protocol.ts'
import { openSecret } from './secret.ts'
import { type ConnectionVersion, listAllLive } from './store.ts'

/** Contacts the provider of each live connection, and checks when certificates expire. */
export async function checkConnections(db: Reader, now: Date, by: CheckParts): Promise<ConnectionState[]> {
  const live = await listAllLive(db)
  return Promise.all(live.map(async (one) => ({ name: one.name, ...(await check(one, now, by)) })))
}

interface CheckParts {
  /** Called only when a secret is needed, because loading the key may create it. */
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

/**
 * A provider's signature counts as long as we have its key, even if the certificate around the key has expired, as SAML's metadata profile
 * requires. By then, most providers have changed their key.
 */
function checkCertificates(certificates: readonly string[], now: Date): Omit<ConnectionState, 'name'> {
  const last = findLastEnd(certificates)
  if (last === null) return { state: 'fail', text: 'A signing certificate cannot be read: enter it again.' }
  const day = last.toISOString().slice(0, 10)
  const days = Math.floor((last.getTime() - now.getTime()) / dayMs)
  if (days < 0)
    return {
      state: 'fail',
      text: `The last signing certificate ended on ${day}: enter the new one. People get in only while the provider still signs with the old one.`,
    }
  return days < warnDays
    ? { state: 'warn', text: `The last signing certificate ends on ${day}: enter the next one beside it.` }
    : { state: 'ok', text: `Its signing certificate is good until ${day}.` }
}
