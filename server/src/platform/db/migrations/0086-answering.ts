import { type Kysely, sql } from 'kysely'

/**
 * Reading and answering members' mail becomes a separate entitlement (AD-2, MC-6). Until now all staff of a brand could: the entitlement
 * stays with those whose work it is, who are customer service by their kind, supervise a desk, act for members, or have a conversation
 * assigned to them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update account set entitlements = '["answer"]' || entitlements
    where role = 'INTERNAL' and ended_at is null and not entitlements @> '["answer"]'
      and (actor_type = 'CSR/DAS' or entitlements @> '["supervise"]' or entitlements @> '["simulate"]'
        or exists (select from thread_work where assignee_account_id = account_id))`.execute(db)
}
