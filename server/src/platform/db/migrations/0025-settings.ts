import { type Kysely, sql } from 'kysely'

/** Who set which setting, when and why. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  `create table setting_change (
    change_id uuid primary key,
    brand text not null,
    key text not null,
    boolean_value boolean,
    string_value text,
    before_boolean boolean,
    before_string text,
    reason text not null,
    changed_at timestamptz not null,
    account_id uuid not null,
    changed_by text not null,
    place bigint generated always as identity
  )`,
  'create index setting_change_by_key on setting_change (brand, key, place desc)',
]
