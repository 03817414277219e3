import { type Kysely, sql } from 'kysely'

/**
 * Coverages of one group may differ in whether they wait for a first premium; and what coverages say is derived again when one begins or
 * ends (MP-12, MP-14).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  'alter table product add column pending boolean not null default false',
  `update product set pending = true from coverage where coverage.member_id = product.member_id
    and coverage.client_number = product.client_number and coverage.group_number = product.group_number
    and coverage.effectuated_on is null`,
  'alter table coverage add column derived_on date',
]
