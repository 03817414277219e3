import type { PlanContent } from '../../../platform/db/plan-columns.ts'
import type { TierCostsData } from '../../../platform/db/tables.ts'

export const guide = 'http://hl7.org/fhir/us/davinci-drug-formulary'
const system = (name: string) => `${guide}/CodeSystem/usdf-${name}CS-TEMPORARY-TRIAL-USE`
const planNet = 'http://hl7.org/fhir/us/davinci-pdex-plan-net/CodeSystem/InsuranceProductTypeCS'

const unknown = {
  coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-NullFlavor', code: 'UNK', display: 'unknown' }],
}

const tiers: Readonly<Record<string, string>> = {
  generic: 'Generic',
  'preferred-generic': 'Preferred Generic',
  'non-preferred-generic': 'Non-preferred Generic',
  specialty: 'Specialty',
  brand: 'Brand',
  'preferred-brand': 'Preferred Brand',
  'non-preferred-brand': 'Non-preferred Brand',
  'zero-cost-share-preventative': 'Zero cost-share preventative',
  'medical-service': 'Medical Service',
}

/** The guide's code for a tier in a list's own words; null: there is none. */
export function findTierCode(tier: string): string | null {
  const code = tier
    .toLowerCase()
    .trim()
    .replace(/[^a-z0-9]+/g, '-')
  return Object.hasOwn(tiers, code) ? code : null
}

export function toTier(tier: string): object {
  const code = findTierCode(tier)
  return code === null ? { text: tier } : { coding: [{ system: system('DrugTier'), code, display: tiers[code] }] }
}

type Cost = TierCostsData[number]

/** The kind of pharmacy with the supply that a cost applies to; null: the guide has no code for it. */
export function toPharmacy({ pharmacy, days }: Pick<Cost, 'pharmacy' | 'days'>): object | null {
  const months = days / 30
  if (months !== 1 && months !== 3) return null
  const display = `${months} month in network ${pharmacy === 'mail' ? 'mail order' : 'retail'}`
  return { coding: [{ system: system('PharmacyBenefitType'), code: `${months}-month-in-${pharmacy}`, display }] }
}

/** A cost as the guide's copay and coinsurance; empty if it says nothing. */
export function listCosts(cost: Cost): object[] {
  const { copayCents, coinsurance } = cost
  const copay = copayCents === null ? [] : [buildCost('copay', cost, buildMoney(copayCents))]
  if (coinsurance === null) return copay
  return [...copay, buildCost('coinsurance', cost, { value: coinsurance, ...percent })]
}

const percent = { unit: '%', system: 'http://unitsofmeasure.org', code: '%' }
const buildMoney = (cents: number) => ({ value: cents / 100, unit: '$', system: 'urn:iso:std:iso:4217', code: 'USD' })

function buildCost(kind: 'copay' | 'coinsurance', { copayCents, deductibleApplies, onlyAfter }: Cost, value: object) {
  const type = {
    coding: [{ system: system('BenefitCostType'), code: kind, display: kind === 'copay' ? 'Copay' : 'Coinsurance' }],
  }
  const option = toOption(
    kind === 'copay' && copayCents === 0,
    kind,
    onlyAfter === undefined ? deductibleApplies : onlyAfter === kind,
  )
  const qualifier = option === null ? unknown : { coding: [{ system: system('CostShareOption'), code: option }] }
  return { type, qualifiers: [qualifier], value }
}

/** Whether the deductible applies first; null: the list does not say. */
function toOption(isFree: boolean, kind: 'copay' | 'coinsurance', deductibleApplies: boolean | null): string | null {
  if (isFree) return deductibleApplies === true ? 'no-charge-after-deductible' : 'no-charge'
  if (deductibleApplies === null) return null
  if (deductibleApplies) return 'after-deductible'
  return kind === 'copay' ? 'before-deductible' : 'deductible-waived'
}

/** The kind of product of a shop's plan; unknown for a plan that is not sold there. */
export function toProduct(content: Pick<PlanContent, 'line' | 'networkType'> | null): object {
  const code = content === null ? undefined : findProduct(content)
  return code === undefined ? unknown : { coding: [{ system: planNet, code }] }
}

function findProduct({ line, networkType }: Pick<PlanContent, 'line' | 'networkType'>): string | undefined {
  const isHmo = networkType === 'HMO'
  switch (line) {
    case 'medicare-advantage':
      return isHmo ? 'mediadvhmo' : 'mediadv'
    case 'part-d':
      return 'medid'
    case 'dental':
      return isHmo ? 'denthmo' : 'dent'
    case 'vision':
      return isHmo ? 'vishmo' : 'vis'
    case 'medical':
      return networkType === null
        ? undefined
        : { HMO: 'commhmo', PPO: 'commppo', POS: 'commpos', EPO: 'commepo' }[networkType as string]
    case 'medigap':
      return undefined
  }
}
