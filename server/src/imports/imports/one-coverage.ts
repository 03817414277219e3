import { csvCoverage } from '../../member/coverage/importing.ts'
import type { ReadCoverage } from './fhir/read-person.ts'

/** A coverage of a file, with the run that stored it last; run ids sort by time. */
export interface StoredCoverage extends ReadCoverage {
  readonly runId: string
}

/**
 * A member's coverages, each once whatever kind of file it is in (IM-1, IM-6). A row of the members file is the same coverage as the FHIR
 * one with its `coverage_id`, else as one of the same group and kind that is in force on some of the same days, unless their plans have
 * different ids. Of the two, FHIR takes precedence, and the row fills in what it lacks. Rows with the same plan id and first day are one
 * coverage whose name was corrected: the last one counts.
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

/** Whether a row has no id of its own: group, kind and the plan's name identify it. */
function isUnnamed({ resourceId, groupNumber, kind }: ReadCoverage): boolean {
  return resourceId.startsWith(`${csvCoverage}${groupNumber}/${kind}/`)
}

function isCorrected(row: StoredCoverage, later: StoredCoverage): boolean {
  const isSamePlace = row.groupNumber === later.groupNumber && row.kind === later.kind && row.begins === later.begins
  const isSamePlan = Boolean(row.planCode) && row.planCode === later.planCode
  return isUnnamed(row) && isUnnamed(later) && row.runId < later.runId && isSamePlace && isSamePlan
}

/** A withdrawn coverage matches no other: one sent by mistake must not hide another. */
function isAlike(row: ReadCoverage, resource: ReadCoverage): boolean {
  if (resource.cancelled || row.kind !== resource.kind || !overlap(row, resource) || isOtherPlan(row, resource))
    return false
  // A coverage without a group has the plan's number in its place.
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
    // It is the plan's own, because the plan's members file has it.
    namesPlan: true,
  }
}
