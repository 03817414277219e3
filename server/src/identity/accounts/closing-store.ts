import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { closedName, closedPassword } from '../../platform/db/personal-data.ts'
import { type PersonalTable, personalTables, tables } from '../../platform/db/tables.ts'

/**
 * Locks an account that is about to be closed, even against new rows that refer to it: a weaker lock would have to be upgraded later, when
 * others may already wait for it. False if the account is already closed.
 */
export async function holdOpenAccount(tx: Tx, accountId: string): Promise<boolean> {
  const open = await tx
    .selectFrom('account')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('password_hash', '!=', closedPassword)
    .forUpdate()
    .executeTakeFirst()
  return open !== undefined
}

/**
 * Closes rows as `tables` declares: the account's own, or those of a member who no longer has an account. Afterward no one can sign in to
 * the account, its login ID is free, and its member has no account.
 */
export async function closeRows(tx: Tx, owner: 'account' | 'member', id: string): Promise<void> {
  for (const table of personalTables.filter((one) => tables[one].of === owner)) {
    const own = sql`${sql.ref(`${owner}_id`)} = ${id}`
    const changes = changesIn(table, id)
    if (changes === 'deleted') await sql`delete from ${sql.table(table)} where ${own}`.execute(tx)
    else if (changes.length > 0) await sql`update ${sql.table(table)} set ${sql.join(changes)} where ${own}`.execute(tx)
  }
}

/**
 * Ends only sign-ins, because a legal hold stands: no one can sign in, the login ID is free, and everything else stays until the hold is
 * lifted.
 */
export async function closeDoor(tx: Tx, accountId: string): Promise<void> {
  await tx
    .updateTable('account')
    .set({ login_id: `${closedName} ${accountId.toUpperCase()}`, password_hash: closedPassword })
    .where('account_id', '=', accountId)
    .execute()
}

function changesIn(table: PersonalTable, id: string) {
  const { closing } = tables[table]
  if (typeof closing === 'string') return closing === 'deleted' ? closing : []
  return Object.entries(closing).flatMap(([column, fate]) => {
    if (typeof fate === 'string') return []
    return [sql`${sql.ref(column)} = ${anonymizeValue(fate.becomes, id)}`]
  })
}

function anonymizeValue(value: unknown, id: string): unknown {
  // No login ID contains a blank, and the id makes each closed account's value unique.
  if (value === closedName) return `${closedName} ${id.toUpperCase()}`
  return Array.isArray(value) ? JSON.stringify(value) : value
}
