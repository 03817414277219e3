import { currentUser } from '@portico/contract/calls/member'
import { siteSearch } from '@portico/contract/calls/search'
import type { SearchParts } from '@portico/rules/search/parts'
import { api } from '../api/api.ts'
import { useLoaded } from '../api/use-loaded.ts'
import { usePage } from '../page-state.tsx'
import { useText } from '../texts/text.tsx'
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
  const load = async (signal: AbortSignal) => {
    const [answered, covered] = await Promise.all([
      content ? api.call(siteSearch, { body: { searchQuery: term, brand: page.brand.code }, signal }) : null,
      products && page.session?.role === 'MEMBER' ? api.call(currentUser, { signal }) : null,
    ])
    return allFound({ term, page, t, content, answered: answered?.results ?? [], covered })
  }
  const { value, failed, reload } = useLoaded(load, { key: JSON.stringify([term, products, content]) })
  return { found: value, failed, retry: reload }
}
