import { rxnormSystem } from '@portico/rules/fhir/systems'
import type { TierCostsData } from '../../../platform/db/tables.ts'
import { stableId } from '../../../platform/versions/content.ts'
import type { OpenResource } from '../open/source.ts'
import { guide, listCosts, toPharmacy, toProduct, toTier } from './codes.ts'
import type { DrugRow, ListedDrug, ListedPlan, RowKey } from './store.ts'

const extension = (name: string) => `${guide}/StructureDefinition/usdf-${name}-extension`
const drugPolicy = { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'DRUGPOL' }] }
const drugPlan = {
  coding: [{ system: 'http://terminology.hl7.org/CodeSystem/insurance-plan-type', code: 'drug', display: 'Drug' }],
}

/** The part of an id that identifies one of a brand's plans. */
export const toPlanKey = (brand: string, planId: string) =>
  stableId('fhir plan', brand, planId).replaceAll('-', '').slice(0, 20)
const toPayerPlanId = (key: string) => `plan-${key}`
export const toFormularyId = (key: string) => `list-${key}`
export const toItemId = (key: string, { drug_id, begins }: Omit<RowKey, 'plan_id'>) =>
  `${key}-${drug_id}-${begins.replaceAll('-', '')}`

/** Claims the profile only if the resource has what it requires (OS-2). */
function buildMeta(updated: Date, profile: string, isWhole = true) {
  return {
    lastUpdated: updated.toISOString(),
    ...(isWhole && { profile: [`${guide}/StructureDefinition/usdf-${profile}|2.0.1`] }),
  }
}

/** A period; the earliest and latest possible days mean that it is open at that end. */
function buildPeriod({ begins, ends }: { readonly begins: string; readonly ends: string }): object | undefined {
  const [start, end] = [begins > '0001-12-31', ends < '9999-01-01']
  return start || end ? { ...(start && { start: begins }), ...(end && { end: ends }) } : undefined
}

function buildHead({ planId, begins, ends, content }: ListedPlan, today: string) {
  const period = buildPeriod({ begins, ends })
  return {
    identifier: [{ value: planId }],
    status: ends < today ? 'retired' : 'active',
    ...(content !== null && { name: content.name }),
    ...(period !== undefined && { period }),
  }
}

/** A plan's formulary. */
export function buildFormulary(plan: ListedPlan, key: string, today: string): OpenResource {
  return {
    resourceType: 'InsurancePlan',
    id: toFormularyId(key),
    meta: buildMeta(plan.importedAt, 'Formulary'),
    ...buildHead(plan, today),
    type: [drugPolicy],
  }
}

/** The plan, with its tiers' costs on a day. */
export function buildPayerPlan(plan: ListedPlan, key: string, today: string): OpenResource {
  const costs = listSpecificCosts(listCostsOn(plan.costs, today))
  const reference = { reference: `InsurancePlan/${toFormularyId(key)}` }
  return {
    resourceType: 'InsurancePlan',
    id: toPayerPlanId(key),
    meta: buildMeta(plan.importedAt, 'PayerInsurancePlan', costs.length > 0),
    ...buildHead(plan, today),
    type: [toProduct(plan.content)],
    coverage: [
      {
        extension: [{ url: extension('FormularyReference'), valueReference: reference }],
        type: drugPolicy,
        benefit: [{ type: drugPlan }],
      },
    ],
    plan: [{ type: drugPlan, ...(costs.length > 0 && { specificCost: costs }) }],
  }
}

/** The costs that apply on a day, else the next ones, else the last ones. */
function listCostsOn(costs: TierCostsData, today: string): TierCostsData {
  const now = costs.filter(({ begins = today, ends = today }) => begins <= today && ends >= today)
  if (now.length > 0) return now
  const days = costs.flatMap(({ begins }) => begins ?? []).toSorted()
  const nearest = days.find((day) => day > today) ?? days.at(-1)
  return costs.filter(({ begins }) => begins === nearest)
}

function listSpecificCosts(costs: TierCostsData): object[] {
  const said = costs.flatMap((one) => {
    const [category, cost] = [toPharmacy(one), listCosts(one)]
    return category === null || cost.length === 0 ? [] : [{ category, benefit: { type: toTier(one.tier), cost } }]
  })
  return [...Map.groupBy(said, ({ category }) => JSON.stringify(category)).values()].flatMap(([first, ...more]) =>
    first === undefined ? [] : [{ category: first.category, benefit: [first, ...more].map(({ benefit }) => benefit) }],
  )
}

/** How a plan's formulary covers a drug. */
export function buildItem(row: DrugRow, plan: ListedPlan, key: string, today: string): OpenResource {
  // Next year's drugs have that year's costs.
  const day = row.begins > today ? row.begins : row.ends < today ? row.ends : today
  const pharmacies = listCostsOn(plan.costs, day).flatMap((one) =>
    one.tier === row.tier && !one.without?.includes(row.drug_id) ? (toPharmacy(one) ?? []) : [],
  )
  const period = buildPeriod(row)
  const flag = (name: string, value: boolean | null) =>
    value === null ? [] : [{ url: extension(name), valueBoolean: value }]
  const reference = { reference: `InsurancePlan/${toFormularyId(key)}` }
  return {
    resourceType: 'Basic',
    id: toItemId(key, row),
    meta: buildMeta(plan.importedAt, 'FormularyItem', row.tier !== null && pharmacies.length > 0),
    extension: [
      { url: extension('FormularyReference'), valueReference: reference },
      { url: extension('AvailabilityStatus'), valueCode: row.ends < today ? 'retired' : 'active' },
      ...(period === undefined ? [] : [{ url: extension('AvailabilityPeriod'), valuePeriod: period }]),
      ...pharmacies.map((pharmacy) => ({ url: extension('PharmacyBenefitType'), valueCodeableConcept: pharmacy })),
      ...(row.tier === null ? [] : [{ url: extension('DrugTierID'), valueCodeableConcept: toTier(row.tier) }]),
      ...flag('PriorAuthorization', row.prior_authorization),
      ...flag('StepTherapyLimit', row.step_therapy),
      ...flag('QuantityLimit', row.quantity_limit),
    ],
    code: {
      coding: [
        { system: `${guide}/CodeSystem/usdf-InsuranceItemTypeCS`, code: 'formulary-item', display: 'Formulary Item' },
      ],
    },
    subject: { reference: `MedicationKnowledge/${row.drug_id}` },
  }
}

/** A drug, by its RxNorm number if the lists have it. */
export function buildDrug(drug: ListedDrug): OpenResource {
  const { name, ingredient, strength, form, is_brand: isBrand } = drug
  const plain = [ingredient ?? name, strength, form].filter((part) => part !== null).join(' ')
  const text = isBrand === true && name !== ingredient ? `${plain} [${name}]` : plain
  return {
    resourceType: 'MedicationKnowledge',
    id: drug.drug_id,
    meta: buildMeta(drug.imported_at, 'FormularyDrug', drug.rxnorm !== null),
    code:
      drug.rxnorm === null ? { text } : { coding: [{ system: rxnormSystem, code: drug.rxnorm, display: text }], text },
    status: 'active',
    ...(form !== null && { doseForm: { text: form } }),
    ...(isBrand === true && name !== ingredient && { synonym: [name] }),
    ...(drug.drug_class !== null && {
      medicineClassification: [
        { type: { text: 'class of drugs in the list' }, classification: [{ text: drug.drug_class }] },
      ],
    }),
  }
}
