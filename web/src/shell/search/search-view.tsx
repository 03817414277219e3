import { type SearchParts, searchParts } from '@portico/rules/search/parts'
import { checkSearch } from '@portico/rules/validation/search'
import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { links } from '../../base/router/links.ts'
import { useRoute } from '../../base/router/navigation.ts'
import type { View } from '../../base/router/view.ts'
import { useText } from '../../base/texts/text.tsx'
import { SafetyHelp } from '../../shared/safety/safety-help.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ItemList } from '../../ui/item-list.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SearchBox } from '../shell/search-box.tsx'
import { FoundGroups } from './found-groups.tsx'
import { FoundItem } from './found-item.tsx'
import { OwnMessages } from './own-messages.tsx'
import styles from './search-view.module.css'
import { useFound } from './use-found.ts'
import { useGroups } from './use-groups.ts'
import { useOwnMessages } from './use-own-messages.ts'

/** The results of the global search (VA-8, RT-6, MP-28), for members and visitors; the address decides what is searched. */
function SearchResults() {
  const t = useText()
  const { query } = useRoute()
  const { searchQuery } = query
  const asked = searchQuery !== undefined && checkSearch(searchQuery) === null ? searchQuery.trim() : null
  const parts = searchParts(query)
  return (
    <div className={styles.view}>
      <h1>{t('search.title')}</h1>
      <p className={styles.intro}>{t('search.intro')}</p>
      <SearchBox key={`box ${searchQuery}`} ofResults />
      {asked !== null && <Results key={`results ${asked} ${Object.values(parts)}`} term={asked} {...parts} />}
    </div>
  )
}

function Results({ term, products, content }: SearchParts & { readonly term: string }) {
  const t = useText()
  const [isHelped, setHelped] = useState(false)
  const { found, isSearching, failed, retry } = useFound(term, { products, content })
  const own = useOwnMessages(term, content)
  const groups = useGroups(term, { products, content })
  const count = found?.length ?? 0
  const isWaiting = isSearching || groups.isSearching || own.results === null
  const counted = [
    count > 0 && t('search.found', { count, term }),
    ...countedGroups.map(
      (name) => groups.counts[name] > 0 && t(`search.counted.${name}`, { count: groups.counts[name] }),
    ),
    countResults(own) > 0 && t('search.own.found', { count: countResults(own) }),
  ].filter(Boolean)
  const isNothing = !isWaiting && counted.length === 0 && !failed && !groups.hasFailed && own.results !== 'failed'
  return (
    <div className={styles.results}>
      <SafetyHelp text={term} onShown={setHelped} />
      {/* Rendered before it has words: a live region that appears together with its words may not be announced. */}
      <div role="status">
        <p className={styles.count}>
          {isWaiting ? t('search.searching') : isNothing && isHelped ? t('search.empty.helped') : counted.join(' · ')}
        </p>
        {isNothing && !isHelped && (
          <EmptyState
            icon={<SearchX />}
            title={t('search.empty.title', { term })}
            text={t('search.empty.text')}
            action={
              <ButtonLink to={links.screen('contact-us')} variant="secondary">
                {t('shell.contactUs')}
              </ButtonLink>
            }
          />
        )}
      </div>
      {failed && <ErrorState onRetry={retry} text={t('search.failed')} />}
      {found === null && !failed && <ResultsSkeleton />}
      {found !== null && count > 0 && (
        <ItemList label={t('search.list')} items={found} toKey={({ kind, title, to }) => `${kind} ${title} ${to}`}>
          {(one) => <FoundItem found={one} term={term} />}
        </ItemList>
      )}
      <FoundGroups groups={groups} term={term} />
      <OwnMessages {...own} />
    </div>
  )
}

/** In the order on the page. */
const countedGroups = ['doctors', 'services', 'drugs', 'claims', 'papers'] as const

function countResults({ results }: ReturnType<typeof useOwnMessages>): number {
  return results !== null && typeof results === 'object' ? results.messages.length : 0
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
