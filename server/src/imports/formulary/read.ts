import { createHash } from 'node:crypto'
import type { TierCostsData } from '../../db/tables.ts'

/** A drug's name as RxNorm writes it, in its parts: `Azithromycin 500 MG Oral Tablet [Zithromax]`. */
export function nameParts(text: string) {
  const [, brand = null] = /\[([^\]]+)\]\s*$/.exec(text) ?? []
  const plain = text.replace(/\s*\[[^\]]+\]\s*$/, '').trim()
  const match = /^(.*?)\s+(\d[\d.,]*\s*(?:%|[a-z]+)(?:\s*\/\s*[\d.]*\s*[a-z]+)?)\s*(.*)$/i.exec(plain)
  const ingredient = match?.[1]?.trim() || plain
  return {
    name: brand ?? ingredient,
    ingredient,
    strength: match?.[2]?.trim() || null,
    form: match?.[3]?.trim() || null,
    isBrand: brand === null ? null : true,
  }
}

/** Always the same for the same drug of a list, and telling no name. */
export function drugIdOf(rxnorm: string | null, name: string): string {
  return createHash('sha256')
    .update(`${rxnorm ?? ''}\0${name.toLowerCase()}`)
    .digest('hex')
    .slice(0, 20)
}

/** Kinds of pharmacies of the exchange's layout, with the days that they hand out. */
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

/** What a tier asks for, by kind of pharmacy; kinds out of network are left alone. */
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
      // Files hold 0.2 as well as 20.
      coinsurance: isFree || rate === null || rate === 0 ? null : rate <= 1 ? rate * 100 : rate,
      deductibleApplies: said.includes('AFTER-DEDUCTIBLE')
        ? true
        : said.includes('BEFORE-DEDUCTIBLE') || isFree
          ? false
          : null,
    }
  })
}
