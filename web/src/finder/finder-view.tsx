import { memberFinder } from '@portico/contract/calls/finder'
import { checkSearch } from '@portico/rules/validation/search'
import { ArrowLeft, Bookmark } from 'lucide-react'
import { useState } from 'react'
import { api } from '../api/api.ts'
import { useLoaded } from '../api/use-loaded.ts'
import { FailedCard } from '../layout/failed-card.tsx'
import { FailedPart } from '../layout/failed-part.tsx'
import { usePage } from '../page-state.tsx'
import { Link } from '../router/link.tsx'
import { links } from '../router/links.ts'
import { useRoute } from '../router/navigation.ts'
import type { View } from '../router/view.ts'
import { useText } from '../texts/text.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { focusOn, viewHeading } from '../ui/focus.ts'
import { createPart, LazyPart } from '../ui/lazy-part.tsx'
import styles from './finder.module.css'
import { FinderResults } from './results.tsx'
import { SearchForm } from './search-form.tsx'
import { type EntryData, emptySearch, type FinderSearch, hasCriteria } from './types.ts'

/** Fetched when someone opens one. */
const profile = createPart(async () => (await import('./profile.tsx')).ProviderProfile)
const comparison = createPart(async () => (await import('./comparison.tsx')).Comparison)
const savedList = createPart(async () => (await import('./saved-list.tsx')).SavedList)

/** What is open next to the results. */
type Aside = { readonly at: 'provider'; readonly providerId: string } | { readonly at: 'comparison' } | null

/** Find a doctor: one box, a place, a list and a map (MP-22 to MP-25). */
function Finder() {
  const t = useText()
  const { session } = usePage()
  const { segments, query } = useRoute()
  const isSaved = segments[1] === 'saved'
  const isMember = session?.role === 'MEMBER' && session.simulation === null
  const mine = useLoaded((signal) => api.call(memberFinder, { signal }), { wanted: isMember })
  const [askedHere, setAsked] = useState<FinderSearch | null>(null)
  const [turn, setTurn] = useState(0)
  const [page, setPage] = useState(1)
  const [aside, setAside] = useState<Aside>(() =>
    query.provider === undefined ? null : { at: 'provider', providerId: query.provider },
  )
  const [compared, setCompared] = useState<readonly EntryData[]>([])
  const own = isMember ? mine.value : null
  // Search words in the address are searched near the member's home, once that is known.
  const asked = askedHere ?? (mine.loading ? emptySearch : searchFor(query.words, own?.zip))
  const ask = (next: FinderSearch) => {
    setAsked(next)
    setTurn(turn + 1)
    setPage(1)
    setAside(null)
  }
  const back = () => {
    setAside(null)
    const left = aside?.at === 'provider' ? aside.providerId : null
    // When the list is back, the focus returns to where it was.
    requestAnimationFrame(() => {
      const place = document.querySelector<HTMLElement>(
        left === null ? '#finder-list' : `[data-provider="${CSS.escape(left)}"]`,
      )
      focusOn(place ?? viewHeading())
    })
  }
  const open = (providerId: string) => setAside({ at: 'provider', providerId })
  const shared = { mine: own, onMine: mine.change, isMember }
  const asideFailed = (retry: () => void) => (
    <FailedPart onRetry={retry}>
      <Button variant="quiet" icon={<ArrowLeft aria-hidden="true" />} onClick={back}>
        {t('finder.back')}
      </Button>
    </FailedPart>
  )
  const isAside = aside !== null || isSaved
  return (
    <div className={styles.view}>
      <div className={styles.head}>
        <div>
          <h1>{t('finder.title')}</h1>
          <p className={styles.muted}>{t('finder.about')}</p>
          {isMember && (
            <p>
              <Link to={links.careCost()}>{t('finder.see-cost')}</Link>
            </p>
          )}
        </div>
        {isMember && !isSaved && (
          <ButtonLink to={links.savedProviders()} variant="secondary" icon={<Bookmark aria-hidden="true" />}>
            {t('finder.saved-show', { count: own?.saved.length ?? 0 })}
          </ButtonLink>
        )}
      </div>
      {aside?.at === 'provider' && (
        <LazyPart
          part={profile}
          props={{ ...shared, providerId: aside.providerId, place: asked.place, onBack: back }}
          failed={asideFailed}
        />
      )}
      {aside?.at === 'comparison' && (
        <LazyPart
          part={comparison}
          props={{
            entries: compared,
            onBack: back,
            onOpen: open,
            onRemove: (one: EntryData) => setCompared(compared.filter((other) => other !== one)),
          }}
          failed={asideFailed}
        />
      )}
      {isSaved && aside === null && (
        <LazyPart
          part={savedList}
          props={{ ...shared, failed: mine.failed, onOpen: open }}
          failed={(retry) => <FailedCard onRetry={retry} />}
        />
      )}
      {!isSaved && (
        <div hidden={isAside}>
          <SearchForm asked={asked} words={query.words ?? ''} homeZip={own?.zip ?? null} onAsk={ask} onOpen={open} />
          <FinderResults
            asked={asked}
            turn={turn}
            page={page}
            compared={compared}
            isMember={isMember}
            wanted={hasCriteria(asked)}
            mine={own}
            onMine={mine.change}
            onAsk={ask}
            onPage={setPage}
            onOpen={open}
            onCompared={setCompared}
            onCompare={() => setAside({ at: 'comparison' })}
          />
        </div>
      )}
    </div>
  )
}

function searchFor(words: string | undefined, zip: string | null | undefined): FinderSearch {
  return words === undefined || checkSearch(words) !== null
    ? emptySearch
    : { ...emptySearch, text: words.trim(), place: zip ?? '' }
}

export const view: View = { title: 'finder.title', Component: Finder }
