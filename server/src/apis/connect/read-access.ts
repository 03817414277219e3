import type { AppPart } from '@portico/rules/apps/scopes'
import { narrowScopes } from '@portico/rules/apps/scopes'
import { hashSecret } from '../../identity/tokens/secrets.ts'
import { easternDay } from '../../platform/day.ts'
import type { Database } from '../../platform/db/database.ts'
import { gather } from '../../platform/db/gather.ts'
import type { AppAccess, ReadAppAccess } from '../fhir/access.ts'
import { type AccessRow, liveAppAccess, noteAppUse } from './access-statement.ts'
import type { App } from './app-store.ts'
import { isStillConnectable } from './connectable.ts'

/** Minimum interval between recorded uses, so that a busy app does not cost a write per request. */
const noteEveryMs = 60_000
const maxNoted = 10_000

/** The FHIR server calls this before each answer: it checks the current right, not the one when access was granted. */
export function createReadAppAccess(parts: {
  readonly database: Database
  readonly isOpen: (app: Pick<App, 'state'>, brand: string) => boolean
}): ReadAppAccess {
  const { database, isOpen } = parts
  const noted = new Map<string, number>()
  /** Concurrent requests share one lookup. */
  const find = gather(async (asked: readonly { readonly hash: Buffer; readonly at: Date }[]) => {
    const now = new Date(Math.max(...asked.map(({ at }) => at.getTime())))
    const rows = await database.run(liveAppAccess, [asked.map(({ hash }) => hash), now])
    const found = new Map(rows.map((row) => [row.token, row]))
    return asked.map(({ hash }) => found.get(hash.toString('base64')))
  })
  return async (token, brand) => {
    if (token.length > 100) return null
    const now = new Date()
    const row = await find({ hash: hashSecret(token), at: now })
    if (row === undefined || row.brand !== brand || !isOpen(row, brand)) return null
    const person = { accountId: row.account_id, memberId: row.own_member_id }
    if (!(await isStillConnectable(database.read, person, row, now))) return null
    note(row.grant_id, now)
    return toAccess(row, brand)
  }

  function note(grantId: string, now: Date): void {
    if (now.getTime() - (noted.get(grantId) ?? 0) < noteEveryMs) return
    if (noted.size >= maxNoted) noted.clear()
    noted.set(grantId, now.getTime())
    database.run(noteAppUse, [grantId, now, easternDay(now)]).catch(() => noted.delete(grantId))
  }
}

/** Caches the result, because the same few scopes and parts recur. */
const narrowed = new Map<string, readonly string[]>()
const maxNarrowed = 1_000

function narrow(scope: string, parts: readonly AppPart[]): readonly string[] {
  const key = `${scope}\n${parts.join(' ')}`
  const known = narrowed.get(key)
  if (known !== undefined) return known
  if (narrowed.size >= maxNarrowed) narrowed.clear()
  const scopes = narrowScopes(scope === '' ? [] : scope.split(' '), parts)
  narrowed.set(key, scopes)
  return scopes
}

function toAccess(row: AccessRow, brand: string): AppAccess {
  return {
    grantId: row.grant_id,
    clientId: row.client_id,
    brand,
    accountId: row.account_id,
    memberId: row.member_id,
    scopes: narrow(row.scope ?? '', row.parts),
    includesSensitive: row.sensitive && row.whose === 'own',
  }
}
