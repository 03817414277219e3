import { useText } from '../../base/texts/text.tsx'
import type { Person } from './kept-people.ts'

/** What people on an application are called by: their first names once they are typed, or else their places. */
export function useWho(people: readonly Person[]): (at: number) => string {
  const t = useText()
  return (at) => people[at]?.firstName.trim() || t('apply.person', { number: at + 1 })
}
