import pg from 'pg'

/** A node of a plan as PostgreSQL tells it. */
interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly Alias?: string
  readonly Plans?: readonly PlanNode[]
  readonly [property: string]: unknown
}

/** What a run of work sends to PostgreSQL, each text once. */
export async function recordStatements(work: () => Promise<unknown>): Promise<ReadonlySet<string>> {
  return new Set(await listStatements(work))
}

/** The same as often as it is sent, in order; what works in the background sends may stand in between. */
export async function listStatements(work: () => Promise<unknown>): Promise<readonly string[]> {
  const sent: string[] = []
  const { query } = pg.Client.prototype
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...given: unknown[]) {
      const [first] = given
      const text = typeof first === 'string' ? first : (first as { readonly text?: unknown } | undefined)?.text
      if (typeof text === 'string') sent.push(text)
      return Reflect.apply(query, this, given)
    },
  })
  try {
    await work()
  } finally {
    Object.assign(pg.Client.prototype, { query })
  }
  return sent
}

/** The plan of a statement whatever its values are; null if it has none. */
export async function planStatement(client: pg.Client, text: string): Promise<PlanNode | null> {
  if (!/^\s*(select|insert|update|delete|with)\b/i.test(text)) return null
  await client.query('deallocate all')
  await client.query(`prepare one as ${text}`)
  const { rows: types } = await client.query<{ count: number }>(
    'select cardinality(parameter_types) as count from pg_prepared_statements',
  )
  const nulls = Array(types[0]?.count ?? 0).fill('null')
  const values = nulls.length === 0 ? '' : `(${nulls.join(', ')})`
  const { rows } = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
    `explain (format json, verbose) execute one${values}`,
  )
  return rows[0]?.['QUERY PLAN'][0]?.Plan ?? null
}

/** Why a statement cannot be planned where its tables are spread over machines, whatever its values are; null if it can. */
export async function whyUnplanned(client: pg.Client, text: string): Promise<string | null> {
  if (!/^\s*(select|insert|update|delete|with)\b/i.test(text)) return null
  try {
    await client.query('begin')
    await client.query(`prepare one as ${text}`)
    const { rows } = await client.query<{ types: readonly string[] }>(
      'select parameter_types::text[] as types from pg_prepared_statements',
    )
    const values = (rows[0]?.types ?? []).map(writeValue)
    await client.query(`explain execute one${values.length === 0 ? '' : `(${values.join(', ')})`}`)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    await client.query('rollback')
    await client.query('deallocate all')
  }
}

/** A value of a type: a member is always the same one, several are on several machines. */
function writeValue(type: string): string {
  const one = type.replace(/\[\]$/, '')
  if (type === 'uuid[]')
    return `array[${Array.from({ length: 8 }, (_, at) => `'01a201ca-0000-7000-8000-00000000000${at + 1}'`).join(', ')}]::uuid[]`
  const values: readonly (readonly [RegExp, string])[] = [
    [/^uuid/, "'01a201ca-0000-7000-8000-000000000001'"],
    [/^(small|big)?int|^num|^double|^real|^xid/, "'1'"],
    [/^timestamp|^date/, "'2026-11-01'"],
    [/^bool/, "'true'"],
    [/^json/, "'[]'"],
    [/^interval/, "'1 day'"],
    [/^point/, "'(1,1)'"],
    [/^reg/, "'member'"],
  ]
  const value = `${values.find(([names]) => names.test(one))?.[1] ?? "'a'"}::${one}`
  return one === type ? value : `array[${value}]`
}

const conditions = ['Index Cond', 'Recheck Cond', 'Filter', 'Hash Cond', 'Merge Cond', 'Join Filter']

/** The tables of some that a plan reads without naming the member, on their own or by what they are joined with. */
export function findMemberless(plan: PlanNode, tables: ReadonlySet<string>): string[] {
  const nodes = listNodes(plan)
  const said = nodes.flatMap((node) => conditions.map((name) => String(node[name] ?? ''))).join('\n')
  const read = nodes.filter((node) => node['Node Type'] !== 'ModifyTable' && tables.has(node['Relation Name'] ?? ''))
  return read.flatMap(({ Alias: alias = '', 'Relation Name': table = '' }) => {
    const named = new RegExp(`\\b${alias}\\.member_id\\)? = |= \\(?${alias}\\.member_id\\b`)
    return named.test(said) ? [] : [table]
  })
}

/** The tables of some of which a plan reads every row, every entry of an index, or all of a brand's, with that index. */
function findWhollyRead(plan: PlanNode, tables: ReadonlySet<string>): string[] {
  return listNodes(plan).flatMap((node) => {
    const { 'Relation Name': table = '', 'Index Name': index, 'Index Cond': condition = '' } = node
    const isScan = /^(Seq|Index|Index Only) Scan$/.test(node['Node Type'])
    const isWhole = condition === '' || /^\(\S*\bbrand = \S+\)$/.test(String(condition))
    return isScan && isWhole && tables.has(table) ? [`${table}${index === undefined ? '' : ` by ${index}`}`] : []
  })
}

/**
 * The same for statements on a database of a few rows, as if each row were a hundred thousand, and whatever their values are. Tables that are
 * empty are passed over.
 */
export async function listWhollyRead(
  url: string | undefined,
  statements: Iterable<string>,
  tables: readonly string[],
): Promise<string[]> {
  const planner = new pg.Client({ connectionString: url })
  await planner.connect()
  try {
    for (const text of ['set plan_cache_mode = force_generic_plan', 'set enable_seqscan = off'])
      await planner.query(text)
    const { rows } = await planner.query<{ relname: string }>(
      `update pg_class set relpages = 1, reltuples = 100000
        where relkind = 'r' and relname = any($1) and pg_relation_size(oid) > 0 returning relname`,
      [tables],
    )
    const filled = new Set(rows.map(({ relname }) => relname))
    const found = new Set<string>()
    for (const text of statements) {
      const plan = await planStatement(planner, text)
      for (const one of plan === null ? [] : findWhollyRead(plan, filled)) found.add(one)
    }
    return [...found].sort()
  } finally {
    await planner.end()
  }
}

function listNodes(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(listNodes)]
}
