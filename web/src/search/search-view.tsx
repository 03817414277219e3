import { type SearchParts, searchParts } from '@portico/rules/search/parts'
import { checkSearch } from '@portico/rules/validation/search'
import { SearchX } from 'lucide-react'
import { links } from '../router/links.ts'
import { useRoute } from '../router/navigation.ts'
import type { View } from '../router/view.ts'
import { SearchBox } from '../shell/search-box.tsx'
import { useText } from '../texts/text.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { ItemList } from '../ui/item-list.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { FoundItem } from './found-item.tsx'
import { OwnFinds, useOwnFinds } from './own-finds.tsx'
import { OwnMessages } from './own-messages.tsx'
import styles from './search-view.module.css'
import { useFound } from './use-found.ts'
import { useOwnMessages } from './use-own-messages.ts'

/** The results of the global search (VA-8, RT-6), for members and visitors; its address alone decides what is searched. */
function SearchResults() {
  const t = useText()
  const { query } = useRoute()
  const { searchQuery } = query
  const asked = searchQuery !== undefined && checkSearch(searchQuery) === null ? searchQuery.trim() : null
  return (
    <div className={styles.view}>
      <h1>{t('search.title')}</h1>
      <p className={styles.intro}>{t('search.intro')}</p>
      <SearchBox key={`box ${searchQuery}`} ofResults />
      {asked !== null && <Results key={`results ${asked}`} term={asked} {...searchParts(query)} />}
    </div>
  )
}

function Results({ term, products, content }: SearchParts & { readonly term: string }) {
  const t = useText()
  const { found, failed, retry } = useFound(term, { products, content })
  const own = useOwnMessages(term, content)
  const finds = useOwnFinds(term, products)
  const count = found?.length ?? 0
  const ownCount = own.results !== null && typeof own.results === 'object' ? own.results.messages.length : 0
  const isNothing =
    found !== null &&
    count === 0 &&
    own.results !== null &&
    ownCount === 0 &&
    own.results !== 'failed' &&
    finds.isNothing
  return (
    <div className={styles.results}>
      <p role="status" className={styles.count}>
        {found === null ? !failed && t('search.searching') : count > 0 && t('search.found', { count, term })}
        {found !== null && ownCount > 0 && `${count > 0 ? ' · ' : ''}${t('search.own.found', { count: ownCount })}`}
      </p>
      {failed && <ErrorState onRetry={retry} text={t('search.failed')} />}
      {found === null && !failed && <ResultsSkeleton />}
      {isNothing && (
        <div role="status">
          <EmptyState
            icon={<SearchX />}
            title={t('search.empty.title', { term })}
            text={t('search.empty.text')}
            action={
              <ButtonLink to={links.contactUs()} variant="secondary">
                {t('shell.contactUs')}
              </ButtonLink>
            }
          />
        </div>
      )}
      {found !== null && count > 0 && (
        <ItemList label={t('search.list')} items={found} keyOf={({ kind, title, to }) => `${kind} ${title} ${to}`}>
          {(one) => <FoundItem found={one} term={term} />}
        </ItemList>
      )}
      {(found !== null || failed) && (
        <>
          <OwnFinds {...finds} />
          <OwnMessages {...own} />
        </>
      )}
    </div>
  )
}

function ResultsSkeleton() {
  return (
    <div aria-hidden="true" className={styles.skeleton}>
      {[1, 2, 3].map((line) => (
        <Skeleton key={line} shape="block" className={styles.block} />
      ))}
    </div>
  )
}

export const view: View = { title: 'search.title', Component: SearchResults }
