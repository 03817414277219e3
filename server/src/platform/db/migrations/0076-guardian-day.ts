import { type Kysely, sql } from 'kysely'

/**
 * The day on which a child's guardian was verified, because a verification from before the child was 14 ends then (ER-4). Earlier
 * verifications have no day: for children who are 14 by now, the guardian must be verified again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table member add column guardian_verified_on date`.execute(db)
  await sql`update member set guardian_verified_on = current_date
    where guardian_verified and date_of_birth + interval '14 years' > current_date`.execute(db)
  await sql`alter table member drop column guardian_verified`.execute(db)
}
