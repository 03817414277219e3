import { currentUser } from '@portico/contract/calls/member'
import { siteSearch } from '@portico/contract/calls/search'
import type { SearchParts } from '@portico/rules/search/parts'
import { useEffect, useState } from 'react'
import { api } from '../api/api.ts'
import { useText } from '../messages/text.tsx'
import { usePage } from '../page-state.tsx'
import { allFound, type Found } from './results.ts'

export interface FoundState {
  /** Null until everything has answered. */
  readonly found: readonly Found[] | null
  readonly failed: boolean
  retry(): void
}

/** Searches the portal's pages, its content and the member's products for a term, best first (VA-8). */
export function useFound(term: string, { products, content }: SearchParts): FoundState {
  const t = useText()
  const page = usePage()
  const [found, setFound] = useState<FoundState['found']>(null)
  const [failed, setFailed] = useState(false)
  const [turn, setTurn] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn is another try
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    setFound(null)
    setFailed(false)
    const search = async () => {
      const [answered, covered] = await Promise.all([
        content ? api.call(siteSearch, { body: { searchQuery: term, brand: page.brand.code }, signal }) : null,
        products && page.session?.role === 'MEMBER' ? api.call(currentUser, { signal }) : null,
      ])
      if (signal.aborted) return
      setFound(allFound({ term, page, t, content, answered: answered?.results ?? [], covered }))
    }
    search().catch(() => {
      if (!signal.aborted) setFailed(true)
    })
    return () => leaving.abort()
  }, [term, products, content, page, t, turn])

  return { found, failed, retry: () => setTurn((last) => last + 1) }
}
