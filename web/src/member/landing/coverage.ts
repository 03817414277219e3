import type { OverviewData } from './types.ts'

type Told = Pick<OverviewData, 'standing' | 'coverageBegin' | 'coverageEnd'>

interface Sentence {
  readonly id: 'starts' | 'active' | 'active-through' | 'pending' | 'ended'
  readonly day: string | null
}

/** The sentence about a coverage with its day, `yyyy-mm-dd`; null if nothing is known about it. */
export function coverageSentence({ standing, coverageBegin: begin, coverageEnd: end }: Told): Sentence | null {
  switch (standing) {
    case 'active':
      return end === null ? { id: 'active', day: null } : { id: 'active-through', day: end }
    case 'pending':
      return { id: 'pending', day: null }
    case 'upcoming':
      return begin === null ? null : { id: 'starts', day: begin }
    case 'ended':
      return end === null ? null : { id: 'ended', day: end }
    default:
      return null
  }
}
