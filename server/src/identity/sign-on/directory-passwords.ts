import type { AuditContext } from '../../platform/audit/store.ts'
import type { DataKey } from '../../platform/data-key.ts'
import type { Database } from '../../platform/db/database.ts'
import { CallError, fieldError } from '../../platform/http/call-error.ts'
import type { Reach } from '../../platform/http/reach.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { type DirectoryPasswords, dueThere, PasswordDueThere } from '../passwords/directory-passwords.ts'
import { findOwnLink } from './link-store.ts'
import { SignOnFailure } from './protocol.ts'
import { openSecret } from './secret.ts'
import { findLive } from './store.ts'

interface DirectoryParts {
  readonly database: Database
  readonly dataKey: DataKey
  readonly limits: Limits
  readonly reach: Reach
}

/** Checks people's passwords against the directory that they sign in with, and sets new ones there if allowed (OS-64, ER-7). */
export function createDirectoryPasswords(parts: DirectoryParts): DirectoryPasswords {
  return {
    matches: async (accountId, password, at) => {
      const found = await findDirectory(parts, accountId)
      if (found === null || found.client === null) return false
      await reserve(parts, found.subject, at)
      const { isPassword } = await import('./directory-password.ts')
      const judged = await isPassword(found.client, found.subject, password).catch(readDue)
      // A correct but expired password was no guess.
      if (judged !== false) await parts.limits.succeedDirectory(parts.database.read, found.subject, at.origin.address)
      if (judged === 'due') throw new PasswordDueThere()
      return judged
    },
    change: async (accountId, passwords, at) => {
      const found = await findDirectory(parts, accountId)
      if (found === null) return false
      if (!found.client?.settings.isWritable) throw fieldError('newPassword', 'UPD-LDAP')
      await reserve(parts, found.subject, at)
      const { setPassword } = await import('./directory-password.ts')
      const said = await setPassword(found.client, found.subject, passwords).catch(readDue)
      if (said === 'wrong') throw fieldError('currentPassword', 'GEN-NOMATCH')
      await parts.limits.succeedDirectory(parts.database.read, found.subject, at.origin.address)
      if (said === 'due') throw fieldError('currentPassword', dueThere)
      if (said === 'not-writable') throw fieldError('newPassword', 'UPD-LDAP')
      if (said === 'weak') throw fieldError('newPassword', 'password.refused-there')
      return true
    },
  }
}

/** How a linked person signs in: a live directory, or a provider (`client` is null); null if they are not linked. */
async function findDirectory({ database, dataKey, reach }: DirectoryParts, accountId: string) {
  const link = await findOwnLink(database.read, accountId)
  if (link === null) return null
  const connection = await findLive(database.read, link.connectionId)
  if (connection?.settings.kind !== 'ldap') return { subject: link.subject, client: null }
  const client = { settings: connection.settings, secret: openSecret(dataKey, connection), reach }
  return { subject: link.subject, client }
}

async function reserve({ limits }: DirectoryParts, subject: string, { now, origin }: AuditContext): Promise<void> {
  if (!(await limits.reserveDirectory(subject, origin.address, now))) throw new CallError('TOO-MANY-REQUESTS')
}

function readDue(error: unknown): 'due' {
  if (error instanceof SignOnFailure && error.outcome === 'password-due') return 'due'
  if (error instanceof SignOnFailure) throw new CallError('UNAVAILABLE')
  throw error
}
