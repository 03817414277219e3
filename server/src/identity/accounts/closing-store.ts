import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { closedName, closedPassword } from '../../platform/db/personal-data.ts'
import { type PersonalTable, personalTables, tables } from '../../platform/db/tables.ts'

/**
 * Locks an account that is about to be closed, also against new rows that refer to it: a weaker lock would have to become stronger later,
 * while others have begun to wait for it. False if it is closed already.
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
 * Does what `tables` declares for closing an account: to the account's own rows, or to those of a member who no longer has one. Afterwards no
 * one can sign in to the account, its login ID is free, and its member has no account.
 */
export async function closeRows(tx: Tx, owner: 'account' | 'member', id: string): Promise<void> {
  for (const table of personalTables.filter((one) => tables[one].of === owner)) {
    const own = sql`${sql.ref(`${owner}_id`)} = ${id}`
    const changes = changesIn(table, id)
    if (changes === 'deleted') await sql`delete from ${sql.table(table)} where ${own}`.execute(tx)
    else if (changes.length > 0) await sql`update ${sql.table(table)} set ${sql.join(changes)} where ${own}`.execute(tx)
  }
}

/** Closes the door alone, for a legal hold stands: no one can sign in, the login ID is free, and all else stays until it is lifted. */
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
  // No login ID contains a blank, and no two closed accounts get the same.
  if (value === closedName) return `${closedName} ${id.toUpperCase()}`
  return Array.isArray(value) ? JSON.stringify(value) : value
}
