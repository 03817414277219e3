import type { SelectType } from 'kysely'

/**
 * What `tables.ts` says of each column that holds a person's data (RG-3): its type, whether it is in the file of their own data, and what
 * closing the account does to it. That declaration does all three; one of which it says only a part does not compile.
 */

declare const value: unique symbol
/** How a column is shared, and for the compiler the type of its values. */
type Column<Value, Sharing extends 'exported' | Withheld> = Sharing & { readonly [value]: Value }
type Withheld = `withheld: ${string}`
type Columns<Sharing extends 'exported' | Withheld> = Readonly<Record<string, Column<unknown, Sharing>>>
type AnyColumns = Columns<'exported' | Withheld>
type Kept = `kept: ${string}`

/** In the file of a person's own data. */
export const declareExported = <Value>() => 'exported' as Column<Value, 'exported'>
/** Not in it. */
export const declareWithheld = <Value>(why: string) => `withheld: ${why}` as Column<Value, Withheld>
export const id = <Value>() => declareWithheld<Value>('only links rows together')
export const secret = <Value>() => declareWithheld<Value>('one of the portal’s own secrets, or a hash of one')
export const inner = <Value>() => declareWithheld<Value>('internal to the portal; says nothing about the person')
export const work = <Value>() => declareWithheld<Value>('internal work of staff')
export const declareMadeFrom = <Value>() => declareWithheld<Value>('exported data about the member is made from it')

export const ofPlan = 'kept: belongs to the plan, and stays the same for the member’s next account'
export const toForget = 'kept: needed to ask the gateway to forget it'
export const forAudit = 'kept: the audit log’s events about the account need it'

/** The login ID of a closed account begins with this; the account's id follows. */
export const closedName = 'CLOSED'
/** Stored in place of a hash; no password matches it. */
export const closedPassword = 'closed'

interface Personal<C extends AnyColumns, Owner extends 'account' | 'member'> {
  /** The owner of its rows, by the column `account_id` or `member_id`. */
  readonly of: Owner
  readonly columns: C
  /**
   * What closing the account does: delete the rows (a member's only if no other account is theirs), keep them, or keep them with some
   * columns emptied.
   */
  readonly closing:
    | 'deleted'
    | Kept
    | { readonly [N in keyof NoInfer<C>]: Kept | { readonly becomes: SelectType<ValueOf<C[N]>> } }
}

interface Exported<C extends AnyColumns, Owner extends 'account' | 'member', Part extends string>
  extends Personal<C, Owner> {
  /** The table's name in the file, and the column that its rows are ordered by. */
  readonly part: Part
  readonly order: OrderBy<keyof NoInfer<C> & string>
}

type OrderBy<Name extends string> = Name | `${Name} desc`
type ValueOf<C> = C extends { readonly [value]: infer Value } ? Value : never

/** Tables that belong to no account or member, or are not found through one. */
interface Apart<Row> {
  readonly of: 'no-one'
  readonly why: string
  readonly [value]?: Row
}

export const apart = <Row>(why: string): Apart<Row> => ({ of: 'no-one', why })
/** A table of which no column is in the file of a person's own data. */
export const declareWithheldTable = <C extends Columns<Withheld>, Owner extends 'account' | 'member'>(
  table: Personal<C, Owner>,
) => table
export const declareExportedTable = <C extends AnyColumns, Owner extends 'account' | 'member', Part extends string>(
  table: Exported<C, Owner, Part>,
) => table

/** The columns of a declared table with their types. */
export type RowOf<T> =
  T extends Apart<infer Row> ? Row : T extends { readonly columns: infer C } ? { [N in keyof C]: ValueOf<C[N]> } : never
