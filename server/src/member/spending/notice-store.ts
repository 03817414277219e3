import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

/** Accounts about whose last day nobody has been notified, locked. */
export function lockEnding(
  tx: Tx,
  { today, horizon, max }: { readonly today: string; readonly horizon: string; readonly max: number },
) {
  const spendBy = sql<string | null>`coalesce(spend_by, end_date)`
  const isNear = (day: typeof spendBy) => sql<boolean>`${day} between ${today} and ${horizon}`
  return tx
    .selectFrom('spending_account')
    .selectAll()
    .where('account_type', '<>', 'HSA')
    .where('state', '<>', 'withdrawn')
    .where((eb) =>
      eb.or([
        sql<boolean>`${isNear(spendBy)} and told_day is distinct from ${spendBy}`,
        sql<boolean>`${isNear(sql`claim_by`)} and ${spendBy} < ${today} and told_day is distinct from claim_by`,
      ]),
    )
    .limit(max)
    .forUpdate()
    .skipLocked()
    .execute()
}

export async function noteTold(
  tx: Tx,
  { memberId, accountId }: { readonly memberId: string; readonly accountId: string },
  day: string | null,
): Promise<void> {
  await tx
    .updateTable('spending_account')
    .set({ told_day: day })
    .where('member_id', '=', memberId)
    .where('account_id', '=', accountId)
    .execute()
}
