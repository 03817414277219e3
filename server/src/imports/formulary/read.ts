import { createHash } from 'node:crypto'
import type { TierCostsData } from '../../db/tables.ts'

const dose = /^(.*?)\s+(\d[\d.,]*\s*(?:%|[a-z]+)(?:\s*\/\s*[\d.]*\s*[a-z]+)?)\s*(.*)$/i

/**
 * The parts of a drug's name in RxNorm's form: `Azithromycin 500 MG Oral Tablet [Zithromax]` or, with several ingredients, `acetaminophen
 * 325 MG / oxycodone 5 MG Oral Tablet`.
 */
export function nameParts(text: string) {
  const [, brand = null] = /\[([^\]]+)\]\s*$/.exec(text) ?? []
  const plain = text.replace(/\s*\[[^\]]+\]\s*$/, '').trim()
  const several = plain.split(/\s+\/\s+/).map((part) => dose.exec(part))
  // A slash within a strength does not separate ingredients.
  const matches = several.every((one) => one !== null) ? several : [dose.exec(plain)]
  const joined = (group: number) => matches.map((one) => one?.[group]?.trim()).join(' / ')
  const ingredient = joined(1) || plain
  return {
    name: brand ?? ingredient,
    ingredient,
    strength: joined(2) || null,
    form: matches.at(-1)?.[3]?.trim() || null,
    isBrand: brand === null ? null : true,
  }
}

/** A stable id for a drug of a list that reveals no name. */
export function drugIdOf(rxnorm: string | null, name: string): string {
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

/** What a tier costs by kind of pharmacy; out-of-network kinds are ignored. */
export function tierCosts(tier: string, sharing: readonly CostSharing[]): TierCostsData {
  return sharing.flatMap((one) => {
    const pharmacy = pharmacies[one.pharmacy_type.toUpperCase()]
    if (pharmacy === undefined) return []
    const said = `${one.copay_opt ?? ''} ${one.coinsurance_opt ?? ''}`.toUpperCase()
    const copay = one.copay_amount ?? null
    const rate = one.coinsurance_rate ?? null
    const isFree = said.includes('NO-CHARGE')
    return {
      tier,
      pharmacy: pharmacy[0],
      days: pharmacy[1],
      copayCents: isFree
        ? 0
        : copay === null || (copay === 0 && rate !== null && rate > 0)
          ? null
          : Math.round(copay * 100),
      // Files have both 0.2 and 20 for a rate.
      coinsurance: isFree || rate === null || rate === 0 ? null : rate <= 1 ? Math.round(rate * 1e6) / 1e4 : rate,
      deductibleApplies: said.includes('AFTER-DEDUCTIBLE')
        ? true
        : said.includes('BEFORE-DEDUCTIBLE') || isFree
          ? false
          : null,
    }
  })
}
