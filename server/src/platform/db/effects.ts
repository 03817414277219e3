import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { Migration } from './migrator.ts'

/** What a statement of a migration does to a table, and what others have to wait for meanwhile (OP-4). */
export interface Effect {
  readonly statement: string
  /** Null: nothing that is there already. */
  readonly table: string | null
  /** Who waits while it runs: no one, whoever changes the same rows, whoever writes the table, or everyone who uses it. */
  readonly waits: 'none' | 'rows' | 'writers' | 'everyone'
  /** What it has to go through: nothing, the table once, an index of it, or rows that it changes. */
  readonly work: 'moment' | 'scan' | 'index' | 'rows' | 'rewrite'
  /** What programs of the last version may miss afterwards, in the statement's own words. */
  readonly removes: string | null
  /** Whether it is done in parts, each committed by itself. */
  readonly inParts: boolean
}

/** The statements that a migration sends, without a database: none of ours decides by what it reads. */
async function listStatements(migration: Migration): Promise<string[]> {
  const sent: string[] = []
  const db = recordInto(sent)
  if ('up' in migration) await migration.up(db)
  else for (const step of migration.steps) typeof step === 'string' ? sent.push(step) : await step(db)
  return sent.map((text) => text.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim())
}

function recordInto(sent: string[]): Kysely<unknown> {
  const connection: DatabaseConnection = {
    executeQuery: async <R>({ sql }: CompiledQuery): Promise<QueryResult<R>> => {
      sent.push(sql)
      return { rows: [] }
    },
    streamQuery: () => {
      throw new Error('Migrations read nothing as a stream.')
    },
  }
  class RecordingDriver extends DummyDriver {
    override async acquireConnection() {
      return connection
    }
  }
  return new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new RecordingDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}

/** What each statement of a migration does. Tables that it makes itself are empty and no one's: nothing about them is told. */
export async function listEffects(migration: Migration): Promise<Effect[]> {
  const statements = await listStatements(migration)
  const own = new Set(statements.flatMap((text) => /^create table (?:if not exists )?(\w+)/i.exec(text)?.[1] ?? []))
  return statements.flatMap(describeEffects).filter(({ table }) => table !== null && !own.has(table))
}

const moment = { waits: 'none', work: 'moment', removes: null, inParts: false } as const

/** Statements for which no one who uses a table waits longer than a moment, and after which nobody misses anything. */
const harmless = /^(?:create (?:or replace )?(?:function|sequence|extension)|drop index|insert into|select|set) /i

/** Throws for a form that no migration had before, so that nothing passes because it is not understood (OP-4). */
function describeEffects(statement: string): Effect[] {
  const find = (pattern: RegExp) => pattern.exec(statement)?.[1] ?? null
  const effect = (table: string | null, more: Partial<Effect>): Effect => ({ statement, table, ...moment, ...more })

  const built = /^create (?:unique )?index (concurrently )?(?:if not exists )?\w+ on "?(\w+)/i.exec(statement)
  if (built) return [effect(built[2] ?? null, { waits: built[1] ? 'none' : 'writers', work: 'index' })]
  if (/^create table/i.test(statement))
    return listReferences(statement).map((table) => effect(table, { waits: 'writers' }))
  const altered = find(/^alter table (?:if exists )?(?:only )?"?(\w+)/i)
  if (altered !== null)
    return [effect(altered, describeAlteration(statement)), ...describeReferences(statement, effect)]
  const inParts = /^with part as materialized/i.test(statement)
  const changed = inParts ? find(/ from "(\w+)"/i) : find(/^(?:update|delete from) (?:only )?"?(\w+)/i)
  if (changed !== null) return [effect(changed, { waits: 'rows', work: 'rows', inParts })]
  const dropped = find(/^drop (?:table|view) (?:if exists )?"?(\w+)/i)
  if (dropped !== null) return [effect(dropped, { waits: 'everyone', removes: `drop table ${dropped}` })]
  const triggered = find(/^(?:create|drop) (?:or replace )?trigger .*? on "?(\w+)/i)
  if (triggered !== null) return [effect(triggered, { waits: 'writers' })]
  if (!harmless.test(statement)) throw new Error(`What a statement of a migration does is not known: ${statement}`)
  return []
}

function describeAlteration(statement: string): Partial<Effect> {
  const removes = /\b(drop column (?:if exists )?\w+|rename (?:column )?(?:\w+ )?to \w+)/i.exec(statement)?.[1] ?? null
  // A value that is another one for each row has to be written to each.
  if (/ type |stored|default (gen_random|random|clock_timestamp)|\b(big)?serial\b|as identity/i.test(statement))
    return { waits: 'everyone', work: 'rewrite', removes }
  const isValidated = / validate constraint /i.test(statement)
  if (isValidated) return { work: 'scan' }
  // A new column without values refers to nothing: a reference of it is not looked up.
  const isChecked = /set not null|add (constraint \w+ )?(check|foreign key|unique|primary key)|add column .* check /i
  const later = /not valid|using index/i
  return { waits: 'everyone', work: isChecked.test(statement) && !later.test(statement) ? 'scan' : 'moment', removes }
}

function describeReferences(statement: string, effect: (table: string, more: Partial<Effect>) => Effect): Effect[] {
  return listReferences(statement).map((table) => effect(table, { waits: 'writers' }))
}

function listReferences(statement: string): string[] {
  return [...new Set([...statement.matchAll(/references "?(\w+)/gi)].map(([, table = '']) => table))]
}
