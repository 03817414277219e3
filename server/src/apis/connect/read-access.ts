import type { AppPart } from '@portico/rules/apps/scopes'
import { narrowScopes } from '@portico/rules/apps/scopes'
import { hashSecret } from '../../identity/tokens/secrets.ts'
import { easternDay } from '../../platform/day.ts'
import { type Database, statement } from '../../platform/db/database.ts'
import { gather } from '../../platform/db/gather.ts'

import type { AppAccess, ReadAppAccess } from '../fhir/access.ts'
import type { App } from './app-store.ts'
import { isStillConnectable } from './connectable.ts'
import type { Grant } from './grant-store.ts'

interface AccessRow {
  readonly token: string
  readonly brand: string
  readonly grant_id: string
  readonly client_id: string
  readonly account_id: string
  readonly member_id: string
  readonly own_member_id: string | null
  readonly whose: Grant['whose']
  readonly parts: AppPart[]
  readonly sensitive: boolean
  readonly scope: string | null
  readonly state: App['state']
}

/** One statement says which tokens, their grants and apps are live, at this moment. */
const live = statement<AccessRow>(
  'app-access',
  `select encode(t.token_hash, 'base64') as token, g.brand, g.grant_id, g.client_id, g.account_id, g.member_id, a.member_id as own_member_id, g.whose, g.parts,
    g.sensitive, t.payload->>'scope' as scope, app.state
  from app_token t join app_grant g on g.grant_id = t.grant_id join app on app.client_id = g.client_id
    join account a on a.account_id = g.account_id
  where t.kind = 'AccessToken' and t.token_hash = any($1::bytea[]) and t.expires_at > $2 and g.brand = t.brand
    and g.ended_at is null and (g.ends_at is null or g.ends_at > $2) and a.locked_at is null and a.ended_at is null`,
)

const noteUse = statement<never>(
  'app-use',
  `with used as (update app_grant set used_at = $2 where grant_id = $1 returning brand, member_id, client_id, grant_id)
  insert into app_transfer (brand, member_id, client_id, day, grant_id)
  select brand, member_id, client_id, $3, grant_id from used on conflict do nothing`,
)

/** How often a use is written down at most, so that a busy app does not cost a write per request. */
const noteEveryMs = 60_000
const maxNoted = 10_000

/** What the FHIR server asks before each answer: the right is checked as it is now, not as it was when it was granted. */
export function createReadAppAccess(parts: {
  readonly database: Database
  readonly isOpen: (app: Pick<App, 'state'>, brand: string) => boolean
}): ReadAppAccess {
  const { database, isOpen } = parts
  const noted = new Map<string, number>()
  /** Those who ask at the same moment are looked for together. */
  const find = gather(async (asked: readonly { readonly hash: Buffer; readonly at: Date }[]) => {
    const now = new Date(Math.max(...asked.map(({ at }) => at.getTime())))
    const rows = await database.run(live, [asked.map(({ hash }) => hash), now])
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
    database.run(noteUse, [grantId, now, easternDay(now)]).catch(() => noted.delete(grantId))
  }
}

/** The same few scopes and parts come again and again. */
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
