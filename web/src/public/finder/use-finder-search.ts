import { checkSearch } from '@portico/rules/validation/search'
import { useEffect, useState } from 'react'
import { createEntryMemory } from '../../base/router/entry-memory.ts'
import {
  beginSearch,
  completeSearch,
  type EntryData,
  emptySearch,
  type FinderSearch,
  type MemberData,
  readKeptSearch,
} from './types.ts'

const searches = createEntryMemory<{
  /** Null: no one has searched on the page. */
  readonly asked: FinderSearch | null
  readonly page: number
  readonly compared: readonly EntryData[]
}>({
  name: 'finder',
  // After a reload, the search runs again; the providers chosen for comparison may have changed.
  toStored: ({ asked, page }) => ({ asked, page }),
  fromStored: (stored) => {
    const { asked = null, page = 1 } = (stored ?? {}) as { readonly asked?: unknown; readonly page?: unknown }
    return { asked: readKeptSearch(asked), page: typeof page === 'number' ? page : 1, compared: [] }
  },
})

export type Search = ReturnType<typeof useFinderSearch>

/**
 * The search, the page of results, and the providers chosen for comparison; someone who comes back finds them again. `mine`: the member's
 * data; `loading`: whether it is still being loaded.
 */
export function useFinderSearch(words: string | undefined, mine: MemberData | null, loading: boolean) {
  const [kept] = useState(searches.recall)
  const [askedHere, setAsked] = useState(kept?.asked ?? null)
  // Someone may search before the page knows where they live and which networks are theirs.
  const [early, setEarly] = useState(false)
  const [turn, setTurn] = useState(0)
  const [page, setPage] = useState(kept?.page ?? 1)
  const [compared, setCompared] = useState(kept?.compared ?? [])
  // Search words in the address are searched near the member's home, once that is known.
  const begun = loading ? emptySearch : searchFor(words, mine)
  const asked = askedHere === null ? begun : early ? completeSearch(askedHere, mine) : askedHere
  useEffect(() => searches.keep({ asked: askedHere && asked, page, compared }))
  return {
    /** The search that someone returns to. */
    kept: kept?.asked ?? null,
    asked,
    /** Whether the search waits for the member's data. */
    waiting: early && loading,
    turn,
    page,
    compared,
    setPage,
    setCompared,
    ask: (next: FinderSearch) => {
      setAsked(next)
      setEarly(loading)
      setTurn(turn + 1)
      setPage(1)
    },
  }
}

function searchFor(words: string | undefined, mine: MemberData | null): FinderSearch {
  const begun = beginSearch(mine)
  return words === undefined || checkSearch(words) !== null
    ? begun
    : { ...begun, text: words.trim(), place: mine?.zip ?? '' }
}
