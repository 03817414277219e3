import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import * as v from 'valibot'
import type { Database } from '../../db/database.ts'
import type { ImportCountsData, TierCostsData } from '../../db/tables.ts'
import { ImportStopped, type Machine, type RunOptions, type RunReports, runImport } from '../machine.ts'
import { Refused } from '../refused.ts'
import { openFile, readHead } from '../source/open.ts'
import { readResources } from '../source/read.ts'
import { whyUnreadable } from '../source/unreadable.ts'
import { type DaVinciDrug, type DaVinciPlan, gatherDaVinci, isOfFormulary, TooMuchDaVinci } from './da-vinci.ts'
import { drugIdOf, nameParts, tierCosts } from './read.ts'

export const formularyKind = 'formulary'

const Text = v.pipe(v.string(), v.minLength(1), v.maxLength(500))
const maybeFlag = v.nullish(v.boolean(), null)

/** The layouts of the exchange's machine-readable files: drugs with their plans, and plans with the costs of their tiers. */
const Drug = v.object({
  rxnorm_id: v.nullish(v.union([Text, v.pipe(v.number(), v.transform(String))]), null),
  drug_name: Text,
  drug_class: v.nullish(Text, null),
  plans: v.pipe(
    v.array(
      v.object({
        plan_id: Text,
        drug_tier: v.nullish(Text, null),
        prior_authorization: maybeFlag,
        step_therapy: maybeFlag,
        quantity_limit: maybeFlag,
      }),
    ),
    v.maxLength(5000),
  ),
})
const amount = v.nullish(v.pipe(v.number(), v.minValue(0), v.maxValue(1_000_000)), null)
const Tier = v.object({
  drug_tier: Text,
  cost_sharing: v.optional(
    v.array(
      v.object({
        pharmacy_type: Text,
        copay_amount: amount,
        copay_opt: v.nullish(Text, null),
        coinsurance_rate: amount,
        coinsurance_opt: v.nullish(Text, null),
      }),
    ),
    [],
  ),
})
const Plan = v.object({
  plan_id: Text,
  // CMS's own example has a single tier without a list.
  formulary: v.optional(
    v.union([
      v.array(Tier),
      v.pipe(
        Tier,
        v.transform((tier) => [tier]),
      ),
    ]),
    [],
  ),
})

interface Row {
  readonly drug_id: string
  readonly name: string
  readonly ingredient: string
  readonly strength: string | null
  readonly form: string | null
  readonly is_brand: boolean | null
  readonly rxnorm: string | null
  readonly tier: string | null
  readonly prior_authorization: boolean | null
  readonly step_therapy: boolean | null
  readonly quantity_limit: boolean | null
  readonly drug_class: string | null
}

interface List {
  readonly rows: Map<string, Row>
  readonly costs: TierCostsData[number][]
}

/** Files are read as a whole: a plan's list has a few thousand drugs. */
const maxBytes = 64 * 1024 * 1024

/**
 * Imports lists of covered drugs (IM-9). A plan's list replaces the whole previous one; a drug with an error is reported and left out. The
 * same list again changes nothing. If a file cannot be read no list changes: half a list would tell that drugs are not covered.
 */
export function importFormularies(
  database: Database,
  options: RunOptions,
  reports: RunReports & { readonly bytes: (more: number) => void },
): Promise<ImportCountsData> {
  const { brand, now, signal } = options
  return runImport(database, formularyKind, options, reports, async (machine) => {
    if (brand === null) {
      const refused = new Refused('brand', 'lists of covered drugs are of one brand: say --brand CODE')
      return machine.reject({ file: options.files[0] ?? '', line: 0 }, refused, '')
    }
    let isWhole = true
    const lists = new Map<string, List>()
    const resources = gatherDaVinci()
    for (const file of options.files) {
      try {
        if (await isFhir(file)) await readFhir(machine, file, resources)
        else await readFile(machine, file, lists)
      } catch (error) {
        const refused = error instanceof Refused ? error : new Refused('', whyUnreadable(error))
        await machine.reject({ file, line: 0 }, refused, '')
        // No list of the run changes, whatever else the files hold.
        if (error instanceof TooMuchDaVinci) return
        isWhole = false
      }
    }
    const { drugs, plans, lost } = resources.finish()
    for (const { at, text, reason } of lost) await machine.reject(at, new Refused('subject', reason), text)
    if (!isWhole) return
    addAll(drugs, plans, lists)
    for (const [planId, list] of lists) {
      if (signal?.aborted) throw new ImportStopped()
      await importList(machine, { brand, planId, now }, list)
    }
  })

  async function readFhir(machine: Machine, file: string, resources: ReturnType<typeof gatherDaVinci>): Promise<void> {
    for await (const found of readResources(file, reports.bytes)) {
      if (found.refused !== undefined) await machine.reject(found, found.refused, found.text)
      else if (isOfFormulary(found.type)) {
        const wrong = resources.add(found.type, found, found.text)
        if (wrong !== null) await machine.reject(found, new Refused(...wrong), found.text)
      }
    }
  }

  async function readFile(machine: Machine, file: string, lists: Map<string, List>): Promise<void> {
    const { drugs, plans } = partsOf(parsed(await textOf(file, reports.bytes)))
    const of = listIn(lists)
    for (const [index, one] of drugs.entries()) {
      const read = v.safeParse(Drug, one)
      if (!read.success) await machine.reject({ file, line: index + 1 }, refusedOf(read.issues), JSON.stringify(one))
      else addDrug(read.output, of)
    }
    for (const [index, one] of plans.entries()) {
      const read = v.safeParse(Plan, one)
      if (!read.success) await machine.reject({ file, line: index + 1 }, refusedOf(read.issues), JSON.stringify(one))
      else
        for (const tier of read.output.formulary)
          of(read.output.plan_id).costs.push(...tierCosts(tier.drug_tier, tier.cost_sharing))
    }
  }
}

/** The text of a file. Reads no more of a file that is too large. */
async function textOf(file: string, progress: (bytes: number) => void): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of (await openFile(file, progress)) as AsyncIterable<Buffer>) {
    size += part.length
    if (size > maxBytes) throw new Refused('', 'is larger than a list of covered drugs can be')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refused('', 'is not JSON: it may be cut short')
  }
}

/** FHIR files are recognized by their beginning. */
async function isFhir(file: string): Promise<boolean> {
  return /"resourceType"\s*:/.test(await readHead(file, 64 * 1024))
}

function listIn(lists: Map<string, List>): (planId: string) => List {
  return (planId) => {
    const list: List = lists.get(planId) ?? { rows: new Map(), costs: [] }
    lists.set(planId, list)
    return list
  }
}

function addAll(drugs: readonly DaVinciDrug[], plans: readonly DaVinciPlan[], lists: Map<string, List>): void {
  const of = listIn(lists)
  for (const drug of drugs) addDrug(drug, of)
  for (const { plan_id, formulary } of plans)
    for (const tier of formulary) of(plan_id).costs.push(...tierCosts(tier.drug_tier, tier.cost_sharing))
}

/** A file is a list of drugs, a list of plans, or both. */
function partsOf(json: unknown): { readonly drugs: readonly unknown[]; readonly plans: readonly unknown[] } {
  const lists = v.safeParse(
    v.object({ drugs: v.optional(v.array(v.unknown()), []), plans: v.optional(v.array(v.unknown()), []) }),
    json,
  )
  if (!Array.isArray(json)) {
    if (!lists.success) throw new Refused('', 'holds neither drugs nor plans')
    return lists.output
  }
  const isDrug = (one: unknown) => typeof one === 'object' && one !== null && 'drug_name' in one
  return { drugs: json.filter(isDrug), plans: json.filter((one) => !isDrug(one)) }
}

function refusedOf(issues: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): Refused {
  return new Refused(v.getDotPath(issues[0]) ?? '', issues[0].message)
}

function addDrug(drug: v.InferOutput<typeof Drug> | DaVinciDrug, of: (planId: string) => List): void {
  const { isBrand, ...parts } = nameParts(drug.drug_name)
  const drug_id = drugIdOf(drug.rxnorm_id, drug.drug_name)
  for (const { plan_id, drug_tier: tier, prior_authorization, step_therapy, quantity_limit } of drug.plans) {
    const rules = { tier, prior_authorization, step_therapy, quantity_limit }
    of(plan_id).rows.set(drug_id, {
      drug_id,
      ...parts,
      is_brand: isBrand,
      rxnorm: drug.rxnorm_id,
      ...rules,
      drug_class: drug.drug_class,
    })
  }
}

async function importList(
  machine: Machine,
  { brand, planId, now }: { readonly brand: string; readonly planId: string; readonly now: Date },
  { rows: byId, costs }: List,
): Promise<void> {
  const rows = [...byId.values()]
  // Plans that the file names without a drug have no list.
  if (rows.length === 0) return
  const version = createHash('sha256')
    .update(JSON.stringify([rows, costs]))
    .digest('hex')
  const outcome = await machine.inTransaction(async (tx) => {
    const known = await tx
      .selectFrom('formulary')
      .select('version')
      .where('brand', '=', brand)
      .where('plan_id', '=', planId)
      .forUpdate()
      .executeTakeFirst()
    if (known?.version === version) return 'unchanged' as const
    await tx.deleteFrom('formulary_drug').where('brand', '=', brand).where('plan_id', '=', planId).execute()
    const placed = JSON.stringify(rows.map((row) => ({ brand, plan_id: planId, ...row })))
    await sql`insert into formulary_drug
      select * from jsonb_populate_recordset(null::formulary_drug, ${placed}::jsonb)`.execute(tx)
    const values = { version, costs: JSON.stringify(costs), run_id: machine.runId, imported_at: now }
    await tx
      .insertInto('formulary')
      .values({ brand, plan_id: planId, ...values })
      .onConflict((conflict) => conflict.columns(['brand', 'plan_id']).doUpdateSet(values))
      .execute()
    return known === undefined ? ('created' as const) : ('updated' as const)
  })
  machine.countOutcome(outcome, rows.length)
}
