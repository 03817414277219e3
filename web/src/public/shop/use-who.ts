import { useText } from '../../base/texts/text.tsx'
import type { Person } from './kept-people.ts'

/** The names of people on an application: their first names once typed, or else their positions. */
export function useWho(people: readonly Person[]): (at: number) => string {
  const t = useText()
  return (at) => people[at]?.firstName.trim() || t('apply.person', { number: at + 1 })
}
