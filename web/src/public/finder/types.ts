import type { BodyOf, PayloadOf } from '@portico/contract/call'
import type { findProviders, memberFinder, readProvider } from '@portico/contract/calls/finder'

export type FoundData = PayloadOf<typeof findProviders>
export type EntryData = PayloadOf<typeof readProvider>['entries'][number]
export type MemberData = PayloadOf<typeof memberFinder>
type Body = BodyOf<typeof findProviders>

/** A search. It may reveal health information: it is only kept in memory, never in an address. */
export type FinderSearch = Omit<Body, 'brand' | 'page'>

export const emptySearch: FinderSearch = {
  text: '',
  specialty: undefined,
  place: '',
  point: undefined,
  miles: 25,
  sort: 'best',
  networks: [],
  kinds: [],
  accepting: false,
  telehealth: false,
  wheelchair: false,
  saturday: false,
  gender: undefined,
  spoken: undefined,
  hospital: undefined,
}

/** Whether there is anything to search for yet: who, or where. */
export function hasCriteria(asked: FinderSearch): boolean {
  const { text, specialty, place, point } = asked
  return text.trim() !== '' || specialty !== undefined || place !== '' || point !== undefined || filtersOn(asked) > 0
}

/** How many filters are on. */
export function filtersOn(asked: FinderSearch): number {
  const { networks, kinds, accepting, telehealth, wheelchair, saturday, gender, spoken, hospital } = asked
  const on = [
    networks.length > 0,
    kinds.length > 0,
    accepting,
    telehealth,
    wheelchair,
    saturday,
    gender,
    spoken,
    hospital,
  ]
  return on.filter(Boolean).length
}

export function withoutFilters(asked: FinderSearch): FinderSearch {
  const { text, specialty, place, point, miles, sort } = asked
  return { ...emptySearch, text, specialty, place, point, miles, sort }
}
