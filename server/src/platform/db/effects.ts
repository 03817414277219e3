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

/** What a migration's statement does to a table, and who has to wait meanwhile (OP-4). */
export interface Effect {
  readonly statement: string
  /** Null: no existing table. */
  readonly table: string | null
  /** Who waits while it runs: no one, whoever changes the same rows, whoever writes the table, or everyone who uses it. */
  readonly waits: 'none' | 'rows' | 'writers' | 'everyone'
  /** What it has to process: nothing, the table once, an index build, the rows that it changes, or the whole table anew. */
  readonly work: 'moment' | 'scan' | 'index' | 'rows' | 'rewrite'
  /** What the previous version may miss afterward, in the statement's own words. */
  readonly removes: string | null
  /** Whether it runs in parts, each committed separately. */
  readonly inParts: boolean
}

/** A migration's statements, recorded without a database: none of ours depends on what it reads. */
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

/** What each statement of a migration does. Tables that the migration creates are empty and unused: they are not reported. */
export async function listEffects(migration: Migration): Promise<Effect[]> {
  const statements = await listStatements(migration)
  const own = new Set(statements.flatMap((text) => /^create table (?:if not exists )?(\w+)/i.exec(text)?.[1] ?? []))
  return statements.flatMap(describeEffects).filter(({ table }) => table !== null && !own.has(table))
}

const moment = { waits: 'none', work: 'moment', removes: null, inParts: false } as const

/** Statements for which no one waits longer than a moment, and which remove nothing. */
const harmless = /^(?:create (?:or replace )?(?:function|sequence|extension)|drop index|insert into|select|set) /i

/** Throws for a statement of a form that no migration has used yet, so that none passes without being understood (OP-4). */
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
  // A default that differs by row must be written to every row.
  if (/ type |stored|default (gen_random|random|clock_timestamp)|\b(big)?serial\b|as identity/i.test(statement))
    return { waits: 'everyone', work: 'rewrite', removes }
  const isValidated = / validate constraint /i.test(statement)
  if (isValidated) return { work: 'scan' }
  // A reference on a new column without values is not checked, because it refers to nothing.
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
