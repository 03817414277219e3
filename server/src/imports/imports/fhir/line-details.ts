import type { Adjudication, Item } from './shapes.ts'

/** A line, one of its details, or one of theirs. */
type Level = Pick<Item, 'adjudication'> & {
  readonly noteNumber: readonly (number | undefined)[]
  readonly detail?: readonly Level[]
  readonly subDetail?: readonly Level[]
}

function listParts({ detail = [], subDetail = [] }: Level): readonly Level[] {
  return [...detail, ...subDetail]
}

/** What was decided of a line, and of its details: reasons and networks stand in either. */
export function listDecisions(level: Level): readonly Adjudication[] {
  return [...level.adjudication, ...listParts(level).flatMap(listDecisions)]
}

/** The numbers of the notes about a line and its details. */
export function listNoteNumbers(level: Level): readonly number[] {
  const own = level.noteNumber.filter((number) => number !== undefined)
  return [...own, ...listParts(level).flatMap(listNoteNumbers)]
}

/** Whether something holds for a line itself, or else for all of its details. */
export function holdsForAll(level: Level, isSo: (adjudication: Adjudication) => boolean): boolean {
  const parts = listParts(level)
  return level.adjudication.some(isSo) || (parts.length > 0 && parts.every((part) => holdsForAll(part, isSo)))
}
