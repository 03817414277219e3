import { isUtf8 } from 'node:buffer'
import { easternDay } from '../../../platform/day.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { ImportCountsData } from '../../../platform/db/tables.ts'
import { ImportStopped, type Machine, type RunOptions, type RunReports, runImport } from '../machine.ts'
import { Refused } from '../refused.ts'
import { isTooMuch, type Removal, TooManyRemovals } from '../removals.ts'
import { openFile, readHead } from '../source/open.ts'
import { readResources } from '../source/read.ts'
import { whyUnreadable } from '../source/unreadable.ts'
import { cutText, parseClean } from '../text.ts'
import { arrangeCame } from './arranging.ts'
import { gatherDaVinci, isOfFormulary, TooMuchDaVinci } from './da-vinci.ts'
import { readDrug, readPlan, splitEntries } from './exchange.ts'
import {
  GatheredLists,
  markUnavailable,
  type PlanList,
  placeFirstRows,
  type SettledList,
  settleTiers,
  storeList,
  TooManyRows,
} from './lists.ts'
import { findYearOfFile } from './named-years.ts'
import { always, toPeriod } from './periods.ts'
import { createReceiving, forgetParts } from './receiving.ts'

export const formularyKind = 'formulary'

/** Files are read as a whole: a plan's list has a few thousand drugs. */
const maxBytes = 64 * 1024 * 1024

/**
 * Imports lists of covered drugs (IM-9). A plan's list replaces the whole previous one; a drug with an error is reported and left out. The
 * same list again changes nothing. If a file is unreadable, no list changes: half a list would show covered drugs as not covered.
 */
export function importFormularies(
  database: Database,
  options: RunOptions,
  reports: RunReports & { readonly bytes: (more: number) => void },
): Promise<ImportCountsData> {
  const { brand, now, signal } = options
  const thisYear = Number(easternDay(now).slice(0, 4))
  return runImport(database, formularyKind, options, reports, async (machine) => {
    if (brand === null) {
      const refused = new Refused('brand', 'lists of covered drugs are of one brand: say --brand CODE')
      return machine.reject({ file: options.files[0] ?? '', line: 0 }, refused, '')
    }
    let isWhole = true
    const [gathered, inTables] = [new GatheredLists(), new Set<string>()]
    const resources = gatherDaVinci(thisYear)
    for (const file of options.files) {
      try {
        if (await isFhir(file)) await readFhir(machine, file, resources, reports.bytes)
        else await readTables(machine, file, { gathered, inTables, thisYear }, reports.bytes)
      } catch (error) {
        const refused = error instanceof Refused ? error : new Refused('', whyUnreadable(error))
        await machine.reject({ file, line: 0 }, refused, '')
        // No list of the run changes, whatever else the files hold.
        if (error instanceof TooMuchDaVinci || error instanceof TooManyRows) return
        isWhole = false
      }
    }
    const put = await putTogether(machine, resources, gathered, options.files[0] ?? '')
    if (!isWhole || put === null) return
    const receiving = await receive(machine, database, { brand, now }, { ...put, gathered, inTables })
    gathered.settleYears()
    machine.skip('drug', 'it is in the list twice: what the two say differently is not known', gathered.contradictions)
    machine.skip('cost', 'its kind of pharmacy is not known', gathered.unknownPharmacies)
    for (const [planId, gatheredList] of gathered.lists) {
      const list = markUnavailable(tellOfTiers(machine, settleTiers(gatheredList)))
      if (signal?.aborted) throw new ImportStopped()
      // A plan without drugs in the files has no list.
      if (list.rows.size === 0) {
        machine.skip('plan', 'these files have its costs, but none of its drugs')
        continue
      }
      const at = { brand, planId, runId: machine.runId, now }
      const mayRemove = (removal: Removal) => options.allowRemovals === true || !isTooMuch(removal)
      const isPlaced = await placeFirstRows(machine.inTransaction, at, list, signal)
      const done = { isPlaced, parts: await receiving.place(planId) }
      const { outcome, removal } = await machine.inTransaction((tx) => storeList(tx, at, list, mayRemove, done))
      machine.remove(removal.removed)
      if (outcome === 'refused') {
        const { message } = new TooManyRemovals(`drugs of the plan ${planId}`, removal)
        await machine.reject({ file: options.files[0] ?? '', line: 0 }, new Refused('plan_id', message), '')
      } else machine.countOutcome(outcome, list.rows.size)
    }
    await forgetParts(machine, { brand, now })
  })
}

/** Adds a file of the exchange's JSON. Throws Refused. */
async function readTables(
  machine: Machine,
  file: string,
  { gathered, inTables, thisYear }: { gathered: GatheredLists; inTables: Set<string>; thisYear: number },
  progress: (bytes: number) => void,
): Promise<void> {
  const year = findYearOfFile(file, thisYear)
  const unsaid = year === null ? always : toPeriod(year)
  let isNamed = false
  const { drugs, plans, others } = splitEntries(parseFile(await readText(file, progress)))
  for (const [part, count] of others) machine.skip(part, 'this part of the file is not read', count)
  for (const [index, one] of drugs.entries()) {
    const { read, wrong, unread } = readDrug(one)
    if (unread > 0) machine.warn('drug', 'what has to come first is in words that are not known: it is unknown')
    for (const refused of wrong) await machine.reject({ file, line: index + 1 }, refused, tellEntry(one))
    if (read === null) continue
    gathered.addDrug(read, unsaid)
    if (read.plans.length === 0 && wrong.length === 0) machine.skip('drug', 'no plan of the file has it')
    isNamed ||= year !== null && read.plans.some(({ years }) => (years ?? []).length === 0)
    for (const { plan_id: planId } of read.plans) inTables.add(planId)
  }
  for (const [index, one] of plans.entries()) {
    const { read, wrong } = readPlan(one)
    for (const refused of wrong) await machine.reject({ file, line: index + 1 }, refused, tellEntry(one))
    if (read === null) continue
    gathered.addCosts(read, unsaid)
    const isCostless = read.formulary.every(({ cost_sharing }) => cost_sharing.length === 0)
    if (isCostless && wrong.length === 0) machine.skip('plan', 'its entry has no costs of drugs')
    inTables.add(read.plan_id)
  }
  if (isNamed) machine.warn('drug', `says no year, and counts in ${year}, which its file is named after`)
}

/** Reports unknown costs of a list's tiers; returns the list. */
function tellOfTiers(machine: Machine, { list, costless, contradictions }: SettledList): PlanList {
  machine.skip('cost', 'the files give it in two ways: it is not known', contradictions)
  for (const tier of costless)
    machine.warn('tier', `${JSON.stringify(cutText(tier, 60))} has drugs, and no file says what it costs`)
  return list
}

/** Adds the resources of a file; a wrong resource costs only itself, unless its file is cut short there. Throws Refused. */
async function readFhir(
  machine: Machine,
  file: string,
  resources: ReturnType<typeof gatherDaVinci>,
  progress: (bytes: number) => void,
): Promise<void> {
  let isLastCut = false
  for await (const found of readResources(file, progress)) {
    isLastCut = false
    if (found.refused !== undefined) await machine.reject(found, found.refused, found.text)
    else if (!isOfFormulary(found.type)) machine.skip(found.type, found.skipped ?? 'this type is not read')
    else
      try {
        resources.add(found.type, found, found.text)
      } catch (error) {
        if (!(error instanceof Refused) || error instanceof TooMuchDaVinci) throw error
        await machine.reject(found, error, found.text)
        isLastCut = !isJson(found.text)
      }
  }
  if (isLastCut) throw new Refused('', 'is cut short: no list was changed')
}

interface Put extends Pick<ReturnType<ReturnType<typeof gatherDaVinci>['finish']>, 'came' | 'ofFirst'> {
  readonly gathered: GatheredLists
  /** The plans in tables. */
  readonly inTables: ReadonlySet<string>
}

/**
 * Prepares resources to be served, for plans that only resources of the second edition describe: lists from tables or the first edition are
 * turned into resources elsewhere.
 */
function receive(
  machine: Machine,
  database: Database,
  of: { readonly brand: string; readonly now: Date },
  { came, ofFirst, gathered, inTables }: Put,
) {
  const others = new Set([...inTables, ...ofFirst])
  const planIds = [...gathered.lists].flatMap(([planId, { rows }]) =>
    rows.size > 0 && !others.has(planId) ? planId : [],
  )
  const { left, ...arranged } = arrangeCame(came, planIds)
  if (left.regions > 0) machine.skip('Location', 'no plan of these files is sold there', left.regions)
  if (left.nameless > 0) machine.warn('Basic', 'has no id: apps are not told of it')
  return createReceiving(machine, database, arranged, of)
}

/** Adds Da Vinci's resources to the lists; returns the resources, or null if there are too many. */
async function putTogether(
  machine: Machine,
  resources: ReturnType<typeof gatherDaVinci>,
  gathered: GatheredLists,
  file: string,
): Promise<Pick<ReturnType<typeof resources.finish>, 'came' | 'ofFirst'> | null> {
  const { drugs, plans, lost, passed, came, ofFirst } = resources.finish()
  for (const { type, reason } of passed) machine.skip(type, reason)
  for (const { at, text, reason } of lost) await machine.reject(at, new Refused('subject', reason), text)
  try {
    for (const drug of drugs) gathered.addDrug(drug)
  } catch (error) {
    if (!(error instanceof TooManyRows)) throw error
    await machine.reject({ file, line: 0 }, error, '')
    return null
  }
  for (const plan of plans) gathered.addCosts(plan)
  return { came, ofFirst }
}

/** The text of a file. Stops reading a file that is too large. */
async function readText(file: string, progress: (bytes: number) => void): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of (await openFile(file, progress)) as AsyncIterable<Buffer>) {
    size += part.length
    if (size > maxBytes) throw new Refused('', 'is larger than a list of covered drugs can be')
    parts.push(part)
  }
  const bytes = Buffer.concat(parts)
  if (!isUtf8(bytes)) throw new Refused('', 'is not UTF-8')
  return bytes.toString('utf8')
}

/** An entry as reported; empty if it is nested too deep for the stack. */
function tellEntry(entry: unknown): string {
  try {
    return JSON.stringify(entry)
  } catch {
    return ''
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function parseFile(text: string): unknown {
  try {
    return parseClean(text.replace(/^\uFEFF/, ''))
  } catch {
    throw new Refused('', 'is not JSON: it may be cut short')
  }
}

/** Recognizes FHIR files by their beginning. */
async function isFhir(file: string): Promise<boolean> {
  return /"resourceType"\s*:/.test(await readHead(file, 64 * 1024))
}
