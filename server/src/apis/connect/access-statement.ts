import type { AppPart } from '@portico/rules/apps/scopes'
import type { Organization } from '@portico/rules/apps/system'
import { statement } from '../../platform/db/database.ts'
import type { App } from './app-store.ts'
import type { JudgedGrant } from './grant-store.ts'

export interface AccessRow extends JudgedGrant {
  readonly token: string
  readonly brand: string
  readonly grant_id: string
  readonly client_id: string
  readonly account_id: string
  readonly own_member_id: string | null
  readonly parts: AppPart[]
  readonly sensitive: boolean
  readonly scope: string | null
  readonly state: App['state']
}

/** One statement that tells which tokens, with their grants and apps, are live at this moment. */
export const liveAppAccess = statement<AccessRow>(
  'app-access',
  `select encode(t.token_hash, 'base64') as token, g.brand, g.grant_id, g.client_id, g.account_id,
    g.member_id, a.member_id as own_member_id, g.whose, g.changed_at, m.date_of_birth, m.chip, g.parts, g.sensitive, t.payload->>'scope' as scope, app.state
  from app_token t join app_grant g on g.grant_id = t.grant_id join app on app.client_id = g.client_id
    join account a on a.account_id = g.account_id left join member m on m.member_id = g.member_id
  where t.kind = 'AccessToken' and t.token_hash = any($1::bytea[]) and t.expires_at > $2 and g.brand = t.brand
    and g.ended_at is null and (g.ends_at is null or g.ends_at > $2) and a.locked_at is null and a.ended_at is null`,
)

export const noteAppUse = statement<never>(
  'app-use',
  `with used as (update app_grant set used_at = $2 where grant_id = $1 returning brand, member_id, client_id, grant_id)
  insert into app_transfer (brand, member_id, client_id, day, grant_id)
  select brand, member_id, client_id, $3, grant_id from used on conflict do nothing`,
)

interface SystemRow {
  readonly client_id: string
  readonly scope: string | null
  readonly state: App['state']
  readonly organization: Organization
}

/** One statement that tells whether the token and its system are live at this moment. */
export const liveSystemAccess = statement<SystemRow>(
  'system-access',
  `select app.client_id, t.payload->>'scope' as scope, app.state, app.organization
  from app_token t join app on app.client_id = t.client_id
  where t.kind = 'ClientCredentials' and t.token_hash = $1 and t.expires_at > $2 and t.brand = $3
    and app.organization is not null`,
)
