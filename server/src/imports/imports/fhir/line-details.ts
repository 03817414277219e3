import type { Adjudication, Item } from './shapes.ts'

/** A line, a detail, or a detail of a detail. */
type Level = Pick<Item, 'adjudication'> & {
  readonly noteNumber: readonly (number | undefined)[]
  readonly detail?: readonly Level[]
  readonly subDetail?: readonly Level[]
}

function listParts({ detail = [], subDetail = [] }: Level): readonly Level[] {
  return [...detail, ...subDetail]
}

/** The decisions on a line and its details: either may have reasons and networks. */
export function listDecisions(level: Level): readonly Adjudication[] {
  return [...level.adjudication, ...listParts(level).flatMap(listDecisions)]
}

/** The numbers of the notes about a line and its details. */
export function listNoteNumbers(level: Level): readonly number[] {
  const own = level.noteNumber.filter((number) => number !== undefined)
  return [...own, ...listParts(level).flatMap(listNoteNumbers)]
}

/** Whether something is true of a line itself, or else of all its details. */
export function holdsForAll(level: Level, isSo: (adjudication: Adjudication) => boolean): boolean {
  const parts = listParts(level)
  return level.adjudication.some(isSo) || (parts.length > 0 && parts.every((part) => holdsForAll(part, isSo)))
}
