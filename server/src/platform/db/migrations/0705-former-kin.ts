import { type Kysely, sql } from 'kysely'

/**
 * People who have shared a contract, so that what an account of the family paid then still counts once one of them has a contract of their
 * own (MP-10).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table former_kin (
    member_id uuid not null references member,
    kin_id uuid not null,
    primary key (member_id, kin_id)
  )`.execute(db)
}
