import { type Kysely, sql } from 'kysely'
import { memberTables, tableKinds } from './distribution.ts'

/** What keeps a table from being distributed, and what it is. */
export interface Obstacle {
  readonly table: string
  readonly kind: 'foreign key' | 'unique index' | 'trigger'
  readonly name: string
}

/** What Citus would refuse: keys between tables of different kinds, uniqueness over all members, triggers (OP-1). */
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

/** What distributes an empty or a filled database, in order: what is referred to comes first. */
export function listDistributing(): string[] {
  const ofKind = (wanted: string) => [...tableKinds].filter(([, kind]) => kind === wanted).map(([name]) => name)
  const [first = 'member', ...others] = ['member', ...ofKind('member').filter((name) => name !== 'member')]
  return [
    ...ofKind('shared').map((name) => `select create_reference_table('${name}')`),
    `select create_distributed_table('${first}', 'member_id')`,
    ...others.map((name) => `select create_distributed_table('${name}', 'member_id', colocate_with => '${first}')`),
  ]
}

export async function hasCitus(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_extension where extname = 'citus'`.execute(db)
  return rows.length > 0
}
