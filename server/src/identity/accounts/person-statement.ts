import type { Reader } from '../../platform/db/database.ts'

const personColumns = ['first_name', 'last_name', 'nick_name', 'actor_type', 'entitlements', 'page_language'] as const

export type PersonColumn = (typeof personColumns)[number]

/** The columns of an account that `toPerson` takes. */
export function selectPerson(db: Reader, accountId: string) {
  return db.selectFrom('account').select(personColumns).where('account_id', '=', accountId)
}
