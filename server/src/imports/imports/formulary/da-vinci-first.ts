import {
  type DaVinciDrug,
  type DaVinciPlan,
  findClass,
  findExtension,
  isGone,
  isPayable,
  type Pass,
  type ReadCoveragePlan,
  type ReadDrug,
  readName,
  toCode,
  toOption,
  toPlanId,
  toRules,
} from './da-vinci-shapes.ts'
import { always } from './periods.ts'

/**
 * The first edition of HL7's US Drug Formulary (1.0 and 1.1): a drug itself says of which plan and tier it is, and a plan is a list that says
 * what its tiers cost. Neither says any days.
 */

/** The drugs and costs of the resources of the first edition; `pass` is told what is passed over. */
export function readFirst(
  drugs: Iterable<ReadDrug>,
  lists: readonly ReadCoveragePlan[],
  pass: Pass,
): { readonly drugs: readonly DaVinciDrug[]; readonly plans: readonly DaVinciPlan[] } {
  const plans = lists.filter((list) => {
    const isPlan = isCoveragePlan(list)
    if (!isPlan) pass('this type is not read', 'List')
    return isPlan
  })
  const over = new Set(
    plans.filter(isOver).flatMap(({ id, identifier }) => [id, ...identifier.map(({ value }) => toPlanId(value))]),
  )
  const own = [...drugs].flatMap((drug) => {
    const planId = findPlanId(drug)
    if (planId === undefined) return []
    const why = isGone(drug) ? 'is not active' : over.has(planId) ? 'its plan is not active' : null
    const read = why === null ? readFirstDrug(drug, planId) : null
    if (read === null) pass(why ?? 'has no name', 'MedicationKnowledge')
    return read ?? []
  })
  const named = new Set(own.flatMap(({ plans: covering }) => covering.map(({ plan_id: id }) => id)))
  return {
    drugs: own,
    plans: plans.filter((list) => !isOver(list)).flatMap((list) => readFirstPlan(list, named, pass)),
  }
}

function isOver({ status }: ReadCoveragePlan): boolean {
  return status === 'retired' || status === 'entered-in-error'
}

/** The id of the plan whose drug it is; undefined: it is none of the first edition. */
function findPlanId(drug: ReadDrug): string | undefined {
  return toPlanId(findExtension(drug, 'usdf-PlanID-extension')?.valueString)
}

/** Whether a drug says itself whose it is, as in the first edition. */
export function isOfFirst(drug: ReadDrug): boolean {
  return findPlanId(drug) !== undefined
}

/** Whether a list is a plan of a formulary, and not one of anything else. */
function isCoveragePlan({ extension }: ReadCoveragePlan): boolean {
  return extension.some(({ url }) => /\/usdf-/.test(url))
}

/** A drug of a plan; null if nothing names it. */
function readFirstDrug(drug: ReadDrug, planId: string): DaVinciDrug | null {
  const named = readName(drug)
  if (named === null) return null
  const plan = { plan_id: planId, ...toRules(drug), period: always }
  return { rxnorm_id: named.code, drug_name: named.display, drug_class: findClass(drug), plans: [plan] }
}

/** What the tiers of a plan cost, under the id by which drugs name it. */
function readFirstPlan(list: ReadCoveragePlan, named: ReadonlySet<string>, pass: Pass): DaVinciPlan[] {
  const ids = [...list.identifier.flatMap(({ value }) => toPlanId(value) ?? []), list.id]
  const planId = ids.find((id) => named.has(id)) ?? ids[0] ?? list.id
  const formulary = list.extension
    .filter(({ url }) => url.endsWith('/usdf-DrugTierDefinition-extension'))
    .flatMap((definition) => {
      const tier = findExtension(definition, 'drugTierID')?.valueCodeableConcept
      const drugTier = tier === undefined ? null : toCode(tier)
      if (drugTier === null) return []
      const sharing = definition.extension
        .filter(({ url }) => url === 'costSharing')
        .flatMap((one) => readSharing(one, pass))
      return [{ drug_tier: drugTier, cost_sharing: sharing }]
    })
  return formulary.length === 0 ? [] : [{ plan_id: planId, period: always, formulary }]
}

type Definition = ReadCoveragePlan['extension'][number]['extension'][number]

function readSharing(sharing: Definition, pass: Pass): DaVinciPlan['formulary'][number]['cost_sharing'] {
  const findCode = (name: string) => {
    const concept = findExtension(sharing, name)?.valueCodeableConcept
    return concept === undefined ? null : toCode(concept)
  }
  const findOption = (name: string) => toOption(findCode(name)) || null
  const pharmacy = findCode('pharmacyType')
  if (pharmacy === null) return []
  const cost = {
    pharmacy_type: pharmacy,
    copay_amount: findExtension(sharing, 'copayAmount')?.valueMoney?.value ?? null,
    copay_opt: findOption('copayOption'),
    coinsurance_rate: findExtension(sharing, 'coinsuranceRate')?.valueDecimal ?? null,
    coinsurance_opt: findOption('coinsuranceOption'),
  }
  if (isPayable(cost)) return [cost]
  pass('is no amount that anybody could be asked to pay', 'cost')
  return []
}
