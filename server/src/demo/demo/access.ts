import { scopeWords } from '@portico/rules/people/access'
import { v7 as uuidv7 } from 'uuid'
import { easternDay } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { DemoAccess } from './data.ts'
import { findAccount, insertRows } from './store.ts'

/** The access that a member has given to someone, already accepted. */
export async function insertAccess(tx: Tx, { of, to, relationship, scopes }: DemoAccess, now: Date): Promise<void> {
  const [owner, holder] = [await findAccount(tx, of), await findAccount(tx, to)]
  if (owner.member_id === null || holder.email === null) throw new Error(`The demo cannot give ${to} access to ${of}.`)
  await insertRows(tx, 'person_access', [
    {
      access_id: uuidv7(),
      member_id: owner.member_id,
      brand: owner.brand,
      name: `${holder.first_name} ${holder.last_name}`,
      email: holder.email,
      relationship,
      scopes: JSON.stringify(scopes),
      last_day: null,
      state: 'active',
      account_id: holder.account_id,
      ticket_hash: null,
      begins: easternDay(now),
      words: scopeWords,
      invited_at: now,
      changed_at: now,
    },
  ])
}
