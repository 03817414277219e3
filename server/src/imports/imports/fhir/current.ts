import { type Dated, timeOfUse } from '@portico/rules/fhir/in-force'

/** Uses in order of precedence; those in neither list are equal to none. */
const firstUses = ['official', 'usual']
const lastUses = ['temp', 'secondary', 'nickname', 'anonymous']

/** Sorts by precedence on a day: in force, then official or usual use, then the latest beginning. */
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
