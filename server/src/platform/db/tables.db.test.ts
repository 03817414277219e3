import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/portal.ts'
import { tables } from './tables.ts'

interface Column {
  readonly kind: string
  readonly nullable: boolean
}
type Schema = Record<string, Record<string, Column>>

let opened: Awaited<ReturnType<typeof openTestDatabase>>
let real: Schema
beforeAll(async () => {
  opened = await openTestDatabase({ seeded: true })
  real = await readSchema()
})
afterAll(() => opened?.remove())

const source = globSync(join(import.meta.dirname, 'tables/*.ts'))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

/** Database types, by the kind of value that the program reads. */
const kinds: Record<string, string> = {
  text: 'text',
  uuid: 'text',
  date: 'text',
  tsvector: 'text',
  integer: 'number',
  bigint: 'number',
  'double precision': 'number',
  ARRAY: 'json',
  point: 'text',
  boolean: 'boolean',
  'timestamp with time zone': 'moment',
  bytea: 'bytes',
  jsonb: 'json',
}

test('MC-5 the code and the database have the same tables and columns, of the same types', () => {
  const known = parseDeclared()
  expect(Object.keys(known).length).toBeGreaterThan(40)
  expect(known).toEqual(real)
})

test('RG-3 every table with an account’s or a member’s key declares its owner', () => {
  expect(Object.keys(tables).sort()).toEqual(Object.keys(real).sort())
  const wrong = Object.entries(tables).flatMap(([table, { of }]) => {
    const columns = Object.keys(real[table] ?? {})
    if (of === 'no-one') return columns.includes('account_id') || columns.includes('member_id') ? [table] : []
    return columns.includes(`${of}_id`) ? [] : [table]
  })
  expect(wrong).toEqual(told)
})

/** Tables that belong to no one although they have such a column, which is part of a log entry. */
const told = ['audit_event']

async function readSchema(): Promise<Schema> {
  const { rows } = await sql<{ table: string; column: string; type: string; nullable: boolean }>`
    select table_name as "table", column_name as "column", data_type as type, is_nullable = 'YES' as nullable
    from information_schema.columns where table_schema = 'public' and table_name not like 'kysely%'
      and table_name not in (select relname from pg_class where relispartition)
  `.execute(opened.database.read)
  const schema: Schema = {}
  for (const { table, column, type, nullable } of rows) {
    schema[table] ??= {}
    schema[table][column] = { kind: kinds[type] ?? type, nullable }
  }
  return schema
}

/** The declarations in `tables/`, parsed as text, because types do not exist at run time. */
function parseDeclared(): Schema {
  const all = [...source.matchAll(/^export const \w+Tables = \{\n([\s\S]*?)^\}/gm)].map(([, body]) => body).join('')
  return Object.fromEntries(
    [...all.matchAll(/^ {2}(\w+): (\w+)\b([\s\S]*?)^ {2}\}/gm)].map(([, table = '', kind = '', body = '']) => [
      table,
      Object.fromEntries(parseColumns(kind === 'apart' ? body : listTypes(body))),
    ]),
  )
}

/** The columns of a person's table in the form of an ownerless table: without sharing, one by one. */
function listTypes(body: string): string {
  const columns = /^ {4}columns: \{\n([\s\S]*?)^ {4}\},/m.exec(body)?.[1] ?? ''
  const spelled = columns.replace(/^ {6}\.\.\.(\w+),\n/gm, (_, group: string) => parseGroup(group))
  return spelled.replace(/^ {2,6}(\w+): \w+<([\s\S]+?)>\([\s\S]*?\),$/gm, '    $1: $2')
}

/** Columns that several tables share. */
function parseGroup(name: string): string {
  return new RegExp(`^export const ${name} = \\{\\n([\\s\\S]*?)^\\}`, 'm').exec(source)?.[1] ?? ''
}

function parseColumns(body: string): [string, Column][] {
  const code = body.replace(/\/\*\*[\s\S]*?\*\//g, '')
  return [...code.matchAll(/^ {4}(\w+): ([\s\S]+?)(?=^ {4}\w+: |$(?![\s\S]))/gm)].map(([, name = '', type = '']) => [
    name,
    parseColumn(type.trim()),
  ])
}

/** Parses a column's written type; of three type arguments, the first is the type read. */
function parseColumn(type: string): Column {
  const [, generic = '', inner = ''] = /^(ColumnType|Generated|Json|MaybeJson)<([\s\S]*)>$/.exec(type) ?? []
  if (generic.endsWith('Json')) return { kind: 'json', nullable: generic === 'MaybeJson' }
  const read = generic === 'ColumnType' ? takeFirst(inner) : generic === 'Generated' ? inner : type
  // Columns computed by the database are never null, but are not declared so.
  const nullable = / \| null\b|^MaybeMoment$/.test(read) || /, undefined, never>$/.test(type)
  return { kind: findKind(read.replace(/ \| null\b/, '').trim()), nullable }
}

function findKind(type: string): string {
  if (/^(Maybe)?Moment$|^Date$/.test(type)) return 'moment'
  if (type === 'Buffer') return 'bytes'
  if (type === 'number' || type === 'boolean') return type
  if (/\[\]$|^\{|^Record</.test(type)) return 'json'
  return 'text'
}

/** The first of several type arguments, which may themselves contain commas. */
function takeFirst(list: string): string {
  let depth = 0
  for (const [at, character] of [...list].entries()) {
    if ('<{[('.includes(character)) depth += 1
    else if ('>}])'.includes(character)) depth -= 1
    else if (character === ',' && depth === 0) return list.slice(0, at)
  }
  return list
}
