import type { BodyOf, PayloadOf } from '@portico/contract/call'
import type { findProviders, memberFinder, readProvider } from '@portico/contract/calls/finder'

export type FoundData = PayloadOf<typeof findProviders>
export type FoundEntry = FoundData['entries'][number]
export type EntryData = PayloadOf<typeof readProvider>['entries'][number]
export type MemberData = PayloadOf<typeof memberFinder>

/** What the page knows about the person, for every part of the finder. */
export interface FinderPerson {
  /** Null: not known yet, or not a member's. */
  readonly mine: MemberData | null
  readonly isMember: boolean
  readonly onMine: (next: (mine: MemberData) => MemberData) => void
}

type Body = BodyOf<typeof findProviders>

/** A search. It may reveal health information: it is kept in the browser tab, and never in an address. */
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

/** The initial search of a member's page: in their own plan's networks. */
export function beginSearch(mine: MemberData | null): FinderSearch {
  return { ...emptySearch, networks: mine?.networks.map(({ networkId }) => networkId) ?? [] }
}

/** Adds the member's initial filters to a search that started before they were known. */
export function completeSearch(asked: FinderSearch, mine: MemberData | null): FinderSearch {
  const isAnywhere = asked.place === '' && asked.point === undefined
  return {
    ...asked,
    networks: asked.networks.length > 0 ? asked.networks : beginSearch(mine).networks,
    place: isAnywhere ? (mine?.zip ?? '') : asked.place,
  }
}

/** A search that the browser tab has kept; null if it has kept something else. */
export function readKeptSearch(kept: unknown): FinderSearch | null {
  if (typeof kept !== 'object' || kept === null) return null
  const isLike = ([name, value]: readonly [string, unknown]) =>
    !(name in kept) || value === undefined || typeof (kept as Record<string, unknown>)[name] === typeof value
  return Object.entries(emptySearch).every(isLike) ? { ...emptySearch, ...kept } : null
}

/** Whether there is anything to search for yet: a provider, or a place. */
export function hasCriteria(asked: FinderSearch): boolean {
  const { text, specialty, place, point } = asked
  // A list of everyone in a network would answer no question.
  const others = filtersOn({ ...asked, networks: [] })
  return text.trim() !== '' || specialty !== undefined || place !== '' || point !== undefined || others > 0
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
