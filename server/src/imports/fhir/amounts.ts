import type { Adjudicated, AmountKind } from '@portico/rules/claims/figures'
import { adjudicationCategories } from './adjudication-categories.ts'
import { shortCode, wordsOf } from './codes.ts'
import type { Concept } from './shapes.ts'

/** An amount of an unknown category, in the payer's own words (IM-3). */
export interface OtherAmount {
  readonly text: string
  readonly cents: number
}

export interface Amounts {
  readonly known: Adjudicated
  readonly others: readonly OtherAmount[]
}

/** Sums categorized amounts by their meaning. */
export function amountsOf(
  entries: readonly { readonly category?: Concept | undefined; readonly amount?: number | undefined }[],
): Amounts {
  const known: { -readonly [Kind in AmountKind]?: number } = {}
  const others: OtherAmount[] = []
  for (const { category, amount } of entries) {
    if (amount === undefined) continue
    const kind = kindOf(category)
    if (kind === undefined) others.push({ text: wordsOf(category) ?? firstCode(category), cents: amount })
    else if (kind !== null) known[kind] = (known[kind] ?? 0) + amount
  }
  return { known, others }
}

/** Undefined for an unknown category. */
function kindOf(category: Concept | undefined): AmountKind | null | undefined {
  for (const { code } of category?.coding ?? []) {
    const kind = adjudicationCategories[shortCode(code).toLowerCase()]
    if (kind !== undefined) return kind
  }
  return undefined
}

function firstCode(category: Concept | undefined): string {
  return shortCode(category?.coding?.[0]?.code)
}
