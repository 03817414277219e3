import { findFirstDay } from '../days.ts'
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
import { findNamedYear, findYearOfFile } from './named-years.ts'
import { always, type Period, toPeriod } from './periods.ts'

/**
 * The first edition of HL7's US Drug Formulary (1.0 and 1.1): a drug names its plan and tier, and a plan is a List that gives the costs of
 * its tiers. Neither has dates, but a name may contain a year.
 */

/** A resource with its file. */
interface Come<One> {
  readonly is: One
  readonly file: string
}

/** The drugs and costs of the resources of the first edition; `pass` receives what is left out. */
export function readFirst(
  { drugs, lists }: { readonly drugs: readonly Come<ReadDrug>[]; readonly lists: readonly Come<ReadCoveragePlan>[] },
  thisYear: number,
  pass: Pass,
): { readonly drugs: readonly DaVinciDrug[]; readonly plans: readonly DaVinciPlan[] } {
  const plans = lists.filter(({ is }) => {
    const isPlan = isCoveragePlan(is)
    if (!isPlan) pass('this type is not read', 'List')
    return isPlan
  })
  const over = new Set(plans.filter(({ is }) => isOver(is)).flatMap(({ is }) => listIds(is)))
  const inForce = plans.filter(({ is }) => !isOver(is))
  const findDays = createFinding(inForce, thisYear)
  const own = drugs.flatMap(({ is: drug, file }) => {
    const planId = findPlanId(drug)
    if (planId === undefined) return []
    const why = isGone(drug) ? 'is not active' : over.has(planId) ? 'its plan is not active' : null
    const period = why === null ? findDays(planId, file) : always
    const read = why === null ? readFirstDrug(drug, planId, period) : null
    if (read === null) pass(why ?? 'has no name', 'MedicationKnowledge')
    return read ?? []
  })
  const named = new Set(own.flatMap(({ plans: covering }) => covering.map(({ plan_id: id }) => id)))
  return {
    drugs: own,
    plans: inForce.flatMap((list) => readFirstPlan(list, { named, thisYear }, pass)),
  }
}

function listIds({ id, identifier }: ReadCoveragePlan): readonly string[] {
  return [...identifier.flatMap(({ value }) => toPlanId(value) ?? []), id]
}

/** The days on which a plan's drugs in a file count: the year in the plan's id, else in its list, else in the file's name. */
function createFinding(lists: readonly Come<ReadCoveragePlan>[], thisYear: number) {
  const known = new Map<string, Period>()
  return (planId: string, file: string): Period => {
    const key = JSON.stringify([planId, file])
    const found = known.get(key) ?? findDays(planId, file)
    known.set(key, found)
    return found
  }

  function findDays(planId: string, file: string): Period {
    const year = findNamedYear(planId, thisYear)
    if (year !== null) return toPeriod(year)
    const own = lists.filter(({ is }) => listIds(is).includes(planId))
    const here = own.filter((list) => list.file === file)
    const days = (here.length > 0 ? here : own).map((list) => findDaysOfList(list, thisYear))
    const [first = findDaysOfFile(file, thisYear), ...others] = days
    return others.every(({ begins }) => begins === first.begins) ? first : findDaysOfFile(file, thisYear)
  }
}

/** A list with a date next year was not made on that day: it counts from then on. */
function findDaysOfList({ is, file }: Come<ReadCoveragePlan>, thisYear: number): Period {
  const year = [...listIds(is), is.title].map((name) => findNamedYear(name, thisYear)).find((one) => one !== null)
  if (year !== undefined) return toPeriod(year)
  const from = findFirstDay(is.date)
  const isNextYear = from !== null && Number(from.slice(0, 4)) === thisYear + 1
  return isNextYear ? { begins: from, ends: always.ends } : findDaysOfFile(file, thisYear)
}

function findDaysOfFile(file: string, thisYear: number): Period {
  const year = findYearOfFile(file, thisYear)
  return year === null ? always : toPeriod(year)
}

function isOver({ status }: ReadCoveragePlan): boolean {
  return status === 'retired' || status === 'entered-in-error'
}

/** The id of a drug's plan; undefined: it is not a drug of the first edition. */
function findPlanId(drug: ReadDrug): string | undefined {
  return toPlanId(findExtension(drug, 'usdf-PlanID-extension')?.valueString)
}

/** Whether a drug names its plan itself, as in the first edition. */
export function isOfFirst(drug: ReadDrug): boolean {
  return findPlanId(drug) !== undefined
}

/** Whether a List is a plan of a formulary. */
function isCoveragePlan({ extension }: ReadCoveragePlan): boolean {
  return extension.some(({ url }) => /\/usdf-/.test(url))
}

/** A drug of a plan; null if it has no name. */
function readFirstDrug(drug: ReadDrug, planId: string, period: Period): DaVinciDrug | null {
  const named = readName(drug)
  if (named === null) return null
  const plan = { plan_id: planId, ...toRules(drug), period }
  return { rxnorm_id: named.code, drug_name: named.display, drug_class: findClass(drug), plans: [plan] }
}

/** The costs of a plan's tiers, under the id by which drugs name the plan. */
function readFirstPlan(
  come: Come<ReadCoveragePlan>,
  { named, thisYear }: { readonly named: ReadonlySet<string>; readonly thisYear: number },
  pass: Pass,
): DaVinciPlan[] {
  const list = come.is
  const ids = listIds(list)
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
  return formulary.length === 0 ? [] : [{ plan_id: planId, period: findDaysOfList(come, thisYear), formulary }]
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
