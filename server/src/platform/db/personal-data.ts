import type { SelectType } from 'kysely'

/**
 * What `tables.ts` declares for each column that holds a person's data (RG-3): its type, whether it is in their data export, and what
 * closing the account does to it. One declaration does all three; an incomplete one does not compile.
 */

declare const value: unique symbol
/** How a column is shared; at compile time it also carries the type of its values. */
type Column<Value, Sharing extends 'exported' | Withheld> = Sharing & { readonly [value]: Value }
type Withheld = `withheld: ${string}`
type Columns<Sharing extends 'exported' | Withheld> = Readonly<Record<string, Column<unknown, Sharing>>>
type AnyColumns = Columns<'exported' | Withheld>
type Kept = `kept: ${string}`

/** In a person's own data export. */
export const declareExported = <Value>() => 'exported' as Column<Value, 'exported'>
/** Left out of the export. */
export const declareWithheld = <Value>(why: string) => `withheld: ${why}` as Column<Value, Withheld>
export const id = <Value>() => declareWithheld<Value>('only links rows together')
export const secret = <Value>() => declareWithheld<Value>('one of the portal’s own secrets, or a hash of one')
export const inner = <Value>() => declareWithheld<Value>('internal to the portal; says nothing about the person')
export const work = <Value>() => declareWithheld<Value>('internal work of staff')
export const declareMadeFrom = <Value>() => declareWithheld<Value>('exported data about the member is made from it')

export const ofPlan = 'kept: belongs to the plan, and stays the same for the member’s next account'
export const toForget = 'kept: needed to ask the gateway to forget it'
export const forAudit = 'kept: the audit log’s events about the account need it'

/** Prefix of a closed account's login ID; the account's id follows. */
export const closedName = 'CLOSED'
/** Stored in place of a hash; no password matches it. */
export const closedPassword = 'closed'

interface Personal<C extends AnyColumns, Owner extends 'account' | 'member'> {
  /** Owner of the rows, by the column `account_id` or `member_id`. */
  readonly of: Owner
  readonly columns: C
  /**
   * What closing the account does: delete the rows (a member's only if they have no other account), keep them, or keep them with some
   * columns cleared.
   */
  readonly closing:
    | 'deleted'
    | Kept
    | { readonly [N in keyof NoInfer<C>]: Kept | { readonly becomes: SelectType<ValueOf<C[N]>> } }
}

interface Exported<C extends AnyColumns, Owner extends 'account' | 'member', Part extends string>
  extends Personal<C, Owner> {
  /** The table's name in the export, and the column that orders its rows. */
  readonly part: Part
  readonly order: OrderBy<keyof NoInfer<C> & string>
}

type OrderBy<Name extends string> = Name | `${Name} desc`
type ValueOf<C> = C extends { readonly [value]: infer Value } ? Value : never

/** A table that belongs to no account or member, or is not found through one. */
interface Apart<Row> {
  readonly of: 'no-one'
  readonly why: string
  readonly [value]?: Row
}

export const apart = <Row>(why: string): Apart<Row> => ({ of: 'no-one', why })
/** A table without any column in the data export. */
export const declareWithheldTable = <C extends Columns<Withheld>, Owner extends 'account' | 'member'>(
  table: Personal<C, Owner>,
) => table
export const declareExportedTable = <C extends AnyColumns, Owner extends 'account' | 'member', Part extends string>(
  table: Exported<C, Owner, Part>,
) => table

/** The columns of a declared table with their types. */
export type RowOf<T> =
  T extends Apart<infer Row> ? Row : T extends { readonly columns: infer C } ? { [N in keyof C]: ValueOf<C[N]> } : never
