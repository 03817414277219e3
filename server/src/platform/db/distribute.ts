import { type Kysely, sql } from 'kysely'
import { memberTables, tableKinds } from './distribution.ts'

/** An object that keeps a table from being distributed. */
export interface Obstacle {
  readonly table: string
  readonly kind: 'foreign key' | 'unique index' | 'trigger'
  readonly name: string
}

/** What Citus would refuse: foreign keys between tables of different kinds, uniqueness across members, triggers (OP-1). */
export async function findObstacles(db: Kysely<unknown>): Promise<Obstacle[]> {
  const { rows: keys } = await sql<{ name: string; from: string; to: string; on: string[] }>`
    select conname as name, conrelid::regclass::text as from, confrelid::regclass::text as to,
      array(select attname::text from pg_attribute where attrelid = conrelid and attnum = any(conkey)) as on
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace order by 2, 1`.execute(db)
  const { rows: indexes } = await sql<{ name: string; table: string; columns: string[] }>`
    select indexrelid::regclass::text as name, indrelid::regclass::text as "table",
      array(select attname::text from pg_attribute where attrelid = indrelid and attnum = any(indkey)) as columns
    from pg_index join pg_class on pg_class.oid = indrelid
    where indisunique and relnamespace = current_schema()::regnamespace order by 2, 1`.execute(db)
  const { rows: triggers } = await sql<{ name: string; table: string }>`
    select tgname::text as name, tgrelid::regclass::text as "table" from pg_trigger where not tgisinternal order by 2, 1`.execute(
    db,
  )
  return [
    ...keys.filter(isRefused).map(({ name, from }) => ({ table: from, kind: 'foreign key' as const, name })),
    ...indexes
      .filter(({ table, columns }) => memberTables.has(table) && !columns.includes('member_id'))
      .map(({ table, name }) => ({ table, kind: 'unique index' as const, name })),
    ...triggers
      .filter(({ table }) => memberTables.has(table))
      .map(({ table, name }) => ({ table, kind: 'trigger' as const, name })),
  ]
}

function isRefused({ from, to, on }: { readonly from: string; readonly to: string; readonly on: readonly string[] }) {
  const [one, other] = [tableKinds.get(from), tableKinds.get(to)]
  if (one === 'member') return other === 'local' || (other === 'member' && !on.includes('member_id'))
  return other === 'member' || (one === 'shared' && other === 'local')
}

/**
 * Statements that distribute an empty or filled database, in order. They drop the foreign keys between its tables and restore them at the
 * end, because a table cannot be distributed while another refers to it, nor refer to one that is not distributed yet. Keys from local
 * tables to shared ones stay dropped: with them Citus would manage the local table, and refuse its triggers and statements that change
 * several tables.
 */
export async function listDistributing(db: Kysely<unknown>): Promise<string[]> {
  const { rows: keys } = await sql<{ name: string; table: string; to: string; says: string }>`
    select conname as name, conrelid::regclass::text as "table", confrelid::regclass::text as to, pg_get_constraintdef(oid) as says
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace order by 2, 1`.execute(db)
  const ofKind = (wanted: string) => [...tableKinds].filter(([, kind]) => kind === wanted).map(([name]) => name)
  const [first, ...others] = ofKind('member')
  return [
    ...keys.map(({ name, table }) => `alter table ${table} drop constraint ${name}`),
    ...ofKind('shared').map((name) => `select create_reference_table('${name}')`),
    `select create_distributed_table('${first}', 'member_id')`,
    ...others.map((name) => `select create_distributed_table('${name}', 'member_id', colocate_with => '${first}')`),
    ...keys
      .filter(({ table, to }) => !(tableKinds.get(table) === 'local' && tableKinds.get(to) === 'shared'))
      .map(({ name, table, says }) => `alter table ${table} add constraint ${name} ${says}`),
  ]
}

export async function hasCitus(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_extension where extname = 'citus'`.execute(db)
  return rows.length > 0
}
