import { csvCoverage } from '../../member/coverage/importing.ts'
import type { ReadCoverage } from './fhir/read-person.ts'

/** A coverage of a file, with the run that stored it last; ids of runs are in the order of time. */
export interface StoredCoverage extends ReadCoverage {
  readonly runId: string
}

/**
 * A member's coverages, each once whatever kind of file it is in (IM-1, IM-6). A row of the file of members is the same coverage as a FHIR
 * one with its `coverage_id`, else as one of the same group and kind that is in force on some of the same days, unless their plans have
 * different ids. Of both, what FHIR says counts, and the row fills in what it does not say. Rows of the same plan id and first day are one
 * whose name was corrected: the last counts.
 */
export function eachOnce(coverages: readonly StoredCoverage[]): ReadCoverage[] {
  const [rows, resources] = [coverages.filter(isRow), coverages.filter((one) => !isRow(one))]
  const current = rows.filter((row) => !rows.some((later) => isCorrected(row, later)))
  const filling = new Map<ReadCoverage, ReadCoverage>()
  const alone = current.filter((row) => {
    const same = resources.find((one) => `${csvCoverage}${one.resourceId}` === row.resourceId)
    const alike = same === undefined ? resources.filter((one) => isAlike(row, one)) : [same]
    for (const one of alike) if (!filling.has(one)) filling.set(one, row)
    return alike.length === 0
  })
  return [...resources.map((one) => fillIn(one, filling.get(one))), ...alone]
}

function isRow({ resourceId }: ReadCoverage): boolean {
  return resourceId.startsWith(csvCoverage)
}

/** Whether a row has no id of its own: it is known by group, kind and the plan's name. */
function isUnnamed({ resourceId, groupNumber, kind }: ReadCoverage): boolean {
  return resourceId.startsWith(`${csvCoverage}${groupNumber}/${kind}/`)
}

function isCorrected(row: StoredCoverage, later: StoredCoverage): boolean {
  const isSamePlace = row.groupNumber === later.groupNumber && row.kind === later.kind && row.begins === later.begins
  const isSamePlan = Boolean(row.planCode) && row.planCode === later.planCode
  return isUnnamed(row) && isUnnamed(later) && row.runId < later.runId && isSamePlace && isSamePlan
}

/** A withdrawn coverage is like no other: what was sent by mistake hides nothing. */
function isAlike(row: ReadCoverage, resource: ReadCoverage): boolean {
  if (resource.cancelled || row.kind !== resource.kind || !overlap(row, resource) || isOtherPlan(row, resource))
    return false
  // A coverage that names no group has the plan's number instead.
  return row.groupNumber === resource.groupNumber || resource.groupNumber === resource.planCode
}

function isOtherPlan(one: ReadCoverage, other: ReadCoverage): boolean {
  return Boolean(one.planCode) && Boolean(other.planCode) && one.planCode !== other.planCode
}

function overlap(one: ReadCoverage, other: ReadCoverage): boolean {
  const isBefore = (a: ReadCoverage, b: ReadCoverage) => a.ends !== null && b.begins !== null && a.ends < b.begins
  return !isBefore(one, other) && !isBefore(other, one)
}

function fillIn(resource: ReadCoverage, row: ReadCoverage | undefined): ReadCoverage {
  if (row === undefined) return resource
  const said = Object.entries(resource).filter(([, value]) => value !== null && value !== undefined)
  return {
    ...row,
    ...Object.fromEntries(said),
    isMedicare: resource.isMedicare || row.isMedicare,
    // It is the plan's own, since the plan's file of members has it.
    namesPlan: true,
  }
}
