import { createHash } from 'node:crypto'
import type { TierCostsData } from '../../../platform/db/tables.ts'
import { roundToCents } from '../cents.ts'

const dose = /^(.*?)\s+(\d[\d.,]*\s*(?:%|[a-z]+)(?:\s*\/\s*[\d.]*\s*[a-z]+)?)\s*(.*)$/i

/**
 * The parts of a drug's name in RxNorm's form: `Azithromycin 500 MG Oral Tablet [Zithromax]` or, with several ingredients, `acetaminophen
 * 325 MG / oxycodone 5 MG Oral Tablet`.
 */
export function nameParts(text: string) {
  const [, brand = null] = /\[([^\]]+)\]\s*$/.exec(text) ?? []
  const plain = text.replace(/\s*\[[^\]]+\]\s*$/, '').trim()
  const pack = listPack(plain)
  if (pack !== null) {
    const ingredient = pack.join(' / ')
    return {
      name: brand ?? ingredient,
      ingredient,
      strength: null,
      form: 'Pack',
      isBrand: brand === null ? null : true,
    }
  }
  const several = plain.split(/\s+\/\s+/).map((part) => dose.exec(part))
  // A slash within a strength does not separate ingredients.
  const matches = several.every((one) => one !== null) ? several : [dose.exec(plain)]
  const joinGroup = (group: number) => matches.map((one) => one?.[group]?.trim()).join(' / ')
  const ingredient = joinGroup(1) || plain
  return {
    name: brand ?? ingredient,
    ingredient,
    strength: joinGroup(2) || null,
    form: matches.at(-1)?.[3]?.trim() || null,
    isBrand: brand === null ? null : true,
  }
}

/**
 * The ingredients of a pack in RxNorm's form: `{21 (ethinyl estradiol 0.03 MG / norethindrone 1 MG Oral Tablet) / 7 (inert ingredients 1 MG
 * Oral Tablet) } Pack`. Null: the name is not that of a pack.
 */
function listPack(plain: string): readonly string[] | null {
  if (!plain.startsWith('{')) return null
  const [first, ...more] = plain.split(/(?:[{/]|^) *\d+ *\(/).slice(1)
  if (first === undefined) return null
  const parts = [first, ...more].flatMap((kind) => kind.split(' / '))
  const named = parts.flatMap((part) => dose.exec(part.trim())?.[1]?.trim() || [])
  const acting = named.filter((one) => !/^inert\b/i.test(one))
  return named.length === 0 ? null : [...new Set(acting.length === 0 ? named : acting)]
}

/** A stable id for a drug of a list that reveals no name. */
export function computeDrugId(rxnorm: string | null, name: string): string {
  return createHash('sha256')
    .update(`${rxnorm ?? ''}\0${name.toLowerCase()}`)
    .digest('hex')
    .slice(0, 20)
}

/** Kinds of pharmacies in the exchange's layout, with how many days they supply. */
const pharmacies: Readonly<Record<string, readonly ['retail' | 'mail', number]>> = {
  '1-MONTH-IN-RETAIL': ['retail', 30],
  '3-MONTH-IN-RETAIL': ['retail', 90],
  '1-MONTH-IN-MAIL': ['mail', 30],
  '3-MONTH-IN-MAIL': ['mail', 90],
}

export interface CostSharing {
  readonly pharmacy_type: string
  readonly copay_amount?: number | null | undefined
  readonly copay_opt?: string | null | undefined
  readonly coinsurance_rate?: number | null | undefined
  readonly coinsurance_opt?: string | null | undefined
}

/** The smallest dollar amount, and the smallest share, of a cost: less would round to zero. */
export const leastCopay = 0.005
export const leastShare = 0.000_001

/** The copay, or the coinsurance, of a cost sharing by itself. */
interface Part {
  /** Above zero; null if this part costs nothing. */
  readonly amount: number | null
  /** Whether the cost sharing has this part at all. */
  readonly isSaid: boolean
  readonly deductibleApplies: boolean | null
}

/** An option is about its own part: `NO-CHARGE` for a copay says nothing about the coinsurance beside it. */
function toPart(amount: number | null | undefined, option: string | null | undefined): Part {
  const said = (option ?? '').toUpperCase().replace(/[^A-Z]+/g, '-')
  const isFree = said.includes('NO-CHARGE')
  // The guide's own examples have an amount with `no-charge`: the amount counts.
  if ((amount ?? 0) > 0) return { amount: amount ?? null, isSaid: true, deductibleApplies: toDeductible(said, false) }
  const isNone = /^N-A$|^NA$|NOT-APPLICABLE/.test(said)
  const isSaid = !isNone && (isFree || (amount ?? null) !== null)
  return { amount: null, isSaid, deductibleApplies: isSaid ? toDeductible(said, isFree) : null }
}

function toDeductible(option: string, isFree: boolean): boolean | null {
  if (option.includes('AFTER-DEDUCTIBLE')) return true
  return option.includes('BEFORE-DEDUCTIBLE') || isFree ? false : null
}

/** Whether the deductible applies before all of the parts; null if one of them does not say, or if it applies before one alone. */
function deductibleOfAll(parts: readonly Part[]): boolean | null {
  const said = parts.map(({ deductibleApplies }) => deductibleApplies)
  return new Set(said).size === 1 ? (said[0] ?? null) : null
}

/** If the deductible comes before one of two parts alone: which one. */
function findOnlyAfter(copay: Part, coinsurance: Part): { readonly onlyAfter?: 'copay' | 'coinsurance' } {
  if (copay.amount === null || coinsurance.amount === null) return {}
  const [ofCopay, ofShare] = [copay.deductibleApplies, coinsurance.deductibleApplies]
  if (ofCopay === null || ofShare === null || ofCopay === ofShare) return {}
  return { onlyAfter: ofCopay ? 'copay' : 'coinsurance' }
}

function normalizePharmacy({ pharmacy_type }: CostSharing): string {
  return pharmacy_type
    .toUpperCase()
    .trim()
    .replace(/[^A-Z0-9]+/g, '-')
}

/** `retail 30` for a known kind of pharmacy; nothing for another. */
export function toPharmacyKey(code: string): string[] {
  const known = pharmacies[normalizePharmacy({ pharmacy_type: code })]
  return known === undefined ? [] : [known.join(' ')]
}

/** Whether the kind of pharmacy is known, including out-of-network kinds, which are ignored. */
export function isKnownPharmacy(one: CostSharing): boolean {
  const kind = normalizePharmacy(one)
  return kind in pharmacies || /-OUT-/.test(kind)
}

/**
 * The costs of a tier by kind of pharmacy; out-of-network kinds are ignored. A tier is free only if neither the copay nor the coinsurance
 * costs anything: issuers write 0 and `NO-CHARGE` into the part that a tier does not have.
 */
export function tierCosts(tier: string, sharing: readonly CostSharing[]): TierCostsData[number][] {
  return sharing.flatMap((one) => {
    const pharmacy = pharmacies[normalizePharmacy(one)]
    if (pharmacy === undefined) return []
    const copay = toPart(one.copay_amount, one.copay_opt)
    const coinsurance = toPart(one.coinsurance_rate, one.coinsurance_opt)
    const said = [copay, coinsurance].filter(({ isSaid }) => isSaid)
    if (said.length === 0) return []
    const context = said.filter(({ amount }) => amount !== null)
    const isFree = context.length === 0
    const rate = coinsurance.amount
    return {
      tier,
      pharmacy: pharmacy[0],
      days: pharmacy[1],
      copayCents: isFree ? 0 : copay.amount === null ? null : roundToCents(copay.amount),
      // Files have both 0.2 and 20 for the same rate.
      coinsurance: rate === null ? null : rate <= 1 ? Math.round(rate * 1e6) / 1e4 : rate,
      deductibleApplies: isFree ? freeDeductible(said) : deductibleOfAll(context),
      ...findOnlyAfter(copay, coinsurance),
    }
  })
}

/** If any free part says that the deductible applies first, it does; parts that say nothing about it do not count. */
function freeDeductible(parts: readonly Part[]): boolean | null {
  const said = parts.flatMap(({ deductibleApplies }) => deductibleApplies ?? [])
  return said.length === 0 ? null : said.includes(true)
}
