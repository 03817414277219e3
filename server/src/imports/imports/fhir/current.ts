import { isNotKnown } from '../days.ts'

/** Something of a person that others came before or follow: a name, a number, an address. */
interface Dated {
  readonly use?: string | undefined
  readonly period?: { readonly start?: string | undefined; readonly end?: string | undefined } | undefined
}

/** Uses by how much they count; those between the lists are as good as none. */
const firstUses = ['official', 'usual']
const lastUses = ['temp', 'secondary', 'nickname', 'anonymous']
/** What no longer counts, whatever its days are. */
const formerUses = ['old', 'maiden']

/** Whether it counts on a day (0), counts from a later one (1), or counts no longer (2, 3). */
export function timeOfUse({ use, period }: Dated, today: string): 0 | 1 | 2 | 3 {
  if (use !== undefined && formerUses.includes(use)) return 3
  // An end that is not known is none: systems write the first day of their calendar.
  const isKnown = period?.end !== undefined && !isNotKnown(period.end)
  if (isKnown && period.end.slice(0, 10) < today.slice(0, period.end.length)) return 2
  return period?.start !== undefined && period.start.slice(0, 10) > today ? 1 : 0
}

/** By how much they count on a day: in force, for official or usual use, begun last. */
export function currentFirst<One extends Dated>(some: readonly One[], today: string): One[] {
  const rankUse = ({ use = '' }: One) => {
    const [first, last] = [firstUses.indexOf(use), lastUses.indexOf(use)]
    return first !== -1 ? first : firstUses.length + last + 1
  }
  return some.toSorted((a, b) => {
    const isOver = timeOfUse(a, today) >= 2
    const readBound = ({ period }: One) => (isOver ? period?.end : period?.start) ?? ''
    return (
      timeOfUse(a, today) - timeOfUse(b, today) || rankUse(a) - rankUse(b) || readBound(b).localeCompare(readBound(a))
    )
  })
}
