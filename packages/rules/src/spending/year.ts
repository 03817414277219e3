import type { TransactionKind } from './accounts.ts'

/** Money moved in a month, of one kind and for one person; `person` null: nobody is named, or their name must not be shown. */
export interface MonthSum {
  readonly month: number
  readonly kind: TransactionKind
  readonly person: string | null
  /** Money in is positive, money out negative. */
  readonly inCents: number
  readonly outCents: number
  readonly count: number
}

export interface InAndOut {
  readonly inCents: number
  readonly outCents: number
  readonly count: number
}

export interface YearInNumbers {
  readonly total: InAndOut
  /** All twelve, including months without transactions. */
  readonly months: readonly (InAndOut & { readonly month: number })[]
  readonly kinds: readonly (InAndOut & { readonly kind: TransactionKind })[]
  readonly people: readonly (InAndOut & { readonly person: string | null })[]
}

const nothing: InAndOut = { inCents: 0, outCents: 0, count: 0 }

function sum(rows: readonly InAndOut[]): InAndOut {
  return rows.reduce<InAndOut>(
    (all, one) => ({
      inCents: all.inCents + one.inCents,
      outCents: all.outCents + one.outCents,
      count: all.count + one.count,
    }),
    nothing,
  )
}

/** A year by month, by kind and by person (MP-11); each of the three adds up to the total. */
export function yearInNumbers(rows: readonly MonthSum[]): YearInNumbers {
  const byMonth = Map.groupBy(rows, ({ month }) => month)
  return {
    total: sum(rows),
    months: Array.from({ length: 12 }, (_, at) => ({ month: at + 1, ...sum(byMonth.get(at + 1) ?? []) })),
    kinds: [...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, of]) => ({ kind, ...sum(of) })),
    people: [...Map.groupBy(rows, ({ person }) => person)].map(([person, of]) => ({ person, ...sum(of) })),
  }
}
