import type { Tx } from '../../../platform/db/database.ts'
import type { Warn } from '../machine.ts'
import type { Refused } from '../refused.ts'
import { type CellType, moment, words } from './cell-types.ts'

/** A column of a kind of file; `T` is the type of its cells, with null if they may be empty. */
export interface Column<T> {
  readonly type: CellType<NonNullable<T>>
  /** `column`: the file must have the column, and cells may be empty. */
  readonly required: boolean | 'column'
  /** A description in plain words, for docs/imports.md. */
  readonly meaning: string
}

export type Columns = Readonly<Record<string, Column<unknown>>>

/** The values of a row with given columns. */
export type RowOf<C extends Columns> = { readonly [Name in keyof C]: C[Name] extends Column<infer T> ? T : never }

/** The values of a row of which any cell may be wrong, and then is null. */
export type Said<Row> = { readonly [Name in keyof Row]: Row[Name] | null }

/** A required column whose cells must not be empty. */
export function requireColumn<T>(type: CellType<NonNullable<T>>, meaning: string): Column<T> {
  return { type, required: true, meaning }
}

export function optional<T>(type: CellType<NonNullable<T>>, meaning: string): Column<T | null> {
  return { type, required: false, meaning }
}

/** A required column whose cells may be empty. */
export function requireHeader<T>(type: CellType<NonNullable<T>>, meaning: string): Column<T | null> {
  return { type, required: 'column', meaning }
}

/** A brand's row that is new, or newer than the stored one. */
export interface NewRow<Row> {
  readonly brand: string
  readonly values: Row
  /** When it last changed, if the row says so. */
  readonly version?: string | null
}

/**
 * A kind of file that plans keep outside FHIR: its columns, and how its rows are stored. What all kinds share (reading, brands, known rows,
 * rejects, runs) is elsewhere.
 */
export interface CsvKind<C extends Columns = Columns> {
  /** Its name in the command. */
  readonly name: string
  readonly columns: C
  /** What is wrong with a row besides its single cells. */
  check?(row: Said<RowOf<C>>, now: Date): readonly Refused[]
  /** The key of a row within its brand: a later row with the same key replaces an earlier one. */
  toKey(row: RowOf<C>): readonly (string | number | null)[]
  /** Stores rows with different keys in the caller's transaction. Returns for each row, in order, why nothing of it was stored, or null. */
  store(tx: Tx, rows: readonly NewRow<RowOf<C>>[], run: CsvRun): Promise<readonly (Refused | null)[]>
  /** Remembers whom each number belongs to, from one batch of a file to the next. */
  createHolders?(): NumberHolders<RowOf<C>>
}

export interface NumberHolders<R> {
  /** For each row, why it cannot be about the person who has its number; null: it can. */
  refuseOthers(tx: Tx, rows: readonly VersionedRow<R>[]): Promise<readonly (Refused | null)[]>
}

/** A row with the time of its last change, if it has one. */
export type VersionedRow<R> = NewRow<R> & { readonly version: string | null }

export interface CsvRun {
  readonly runId: string
  readonly now: Date
  readonly warn: Warn
}

/** Columns that every kind has in addition to its own. */
export const commonColumns = {
  brand: optional(words(40), 'code of the row’s brand; if empty, `payer` or else `--brand` decides'),
  payer: optional(words(200), 'the plan’s name in its files, from which the settings give the brand'),
  updated_at: optional(
    moment,
    'when the row last changed: of two rows with the same key the later counts, else the one in the later file',
  ),
} satisfies Columns

/** All columns of a kind, its own first. */
export function listColumns(kind: CsvKind): Columns {
  return { ...kind.columns, ...commonColumns }
}
