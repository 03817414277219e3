import { currentUser } from '@portico/contract/calls/member'
import { siteSearch } from '@portico/contract/calls/search'
import type { SearchParts } from '@portico/rules/search/parts'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
import { useText } from '../../base/texts/text.tsx'
import { allFound, type Found } from './results.ts'

export interface FoundState {
  /** The results so far; null before the first answer. */
  readonly found: readonly Found[] | null
  readonly isSearching: boolean
  readonly failed: boolean
  retry(): void
}

/** Searches the portal's pages, its content and the member's products for a term, best first (VA-8). */
export function useFound(term: string, { products, content }: SearchParts): FoundState {
  const t = useText()
  const page = usePage()
  const { code } = page.brand
  const answered = useLoaded((signal) => api.call(siteSearch, { body: { searchQuery: term, brand: code }, signal }), {
    key: term,
    wanted: content,
  })
  const covered = useLoaded((signal) => api.call(currentUser, { signal }), {
    wanted: products && page.session?.role === 'MEMBER',
  })
  const isNothingYet = (content && answered.value === null) || (!content && covered.loading)
  return {
    found: isNothingYet
      ? null
      : allFound({ term, page, t, content, answered: answered.value?.results ?? [], covered: covered.value }),
    isSearching: answered.loading || covered.loading,
    failed: answered.failed || covered.failed,
    retry: () => {
      for (const one of [answered, covered]) if (one.failed) one.reload()
    },
  }
}
