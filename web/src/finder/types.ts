import type { BodyOf, PayloadOf } from '@portico/contract/call'
import type { findProviders, memberFinder, readProvider } from '@portico/contract/calls/finder'

export type FoundData = PayloadOf<typeof findProviders>
export type EntryData = PayloadOf<typeof readProvider>['entries'][number]
export type MineData = PayloadOf<typeof memberFinder>
type Body = BodyOf<typeof findProviders>

/** What is asked for. It may tell of someone's health: it stays in memory, and in no address. */
export type Asked = Omit<Body, 'brand' | 'page'>

export const nothingAsked: Asked = {
  ...{ text: '', specialty: undefined, place: '', point: undefined, miles: 25, sort: 'best' },
  ...{ networks: [], kinds: [], accepting: false, telehealth: false, wheelchair: false, saturday: false },
  ...{ gender: undefined, spoken: undefined, hospital: undefined },
}

/** Whether there is anything to look for yet. */
export function isAsking({ text, specialty, kinds }: Asked): boolean {
  return text.trim() !== '' || specialty !== undefined || kinds.length > 0
}

/** How many filters are on. */
export function filtersOn(asked: Asked): number {
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

export function withoutFilters(asked: Asked): Asked {
  const { text, specialty, place, point, miles, sort } = asked
  return { ...nothingAsked, ...{ text, specialty, place, point, miles, sort } }
}
