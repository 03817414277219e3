import { type Kysely, sql } from 'kysely'

/** Codes of care that only the patient may see (MP-14), and how far stored records have been reviewed against them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  `create table sensitive_code (
    brand text not null,
    key text not null,
    begins date not null,
    ends date not null,
    primary key (brand, key)
  )`,
  `create table sensitivity_review (
    brand text primary key,
    edition text not null,
    after uuid
  )`,
  // The running server reviews all stored records again.
  `insert into sensitivity_review (brand, edition, after)
    with recursive known (brand) as (
      select min(brand) from member
      union all select (select min(brand) from member where member.brand > known.brand) from known where brand is not null
    ) select brand, '', '00000000-0000-0000-0000-000000000000' from known where brand is not null`,
  'alter table import_medication add column labeled boolean not null default false',
]
