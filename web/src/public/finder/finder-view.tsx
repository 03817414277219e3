import { memberFinder } from '@portico/contract/calls/finder'
import { checkSearch } from '@portico/rules/validation/search'
import { ArrowLeft, Bookmark } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
import { createEntryMemory } from '../../base/router/entry-memory.ts'
import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { useNavigate, useRoute } from '../../base/router/navigation.ts'
import { useParts } from '../../base/router/use-parts.ts'
import type { View } from '../../base/router/view.ts'
import { useText } from '../../base/texts/text.tsx'
import { FailedCard } from '../../kit/layout/failed-card.tsx'
import { FailedPart } from '../../kit/layout/failed-part.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { focusOn, viewHeading } from '../../ui/focus.ts'
import { createPart, LazyPart } from '../../ui/lazy-part.tsx'
import styles from './finder.module.css'
import { FinderResults } from './results.tsx'
import { SearchForm } from './search-form.tsx'
import {
  beginSearch,
  completeSearch,
  type EntryData,
  emptySearch,
  type FinderSearch,
  hasCriteria,
  type MemberData,
  readKeptSearch,
} from './types.ts'

/** Fetched when someone opens one. */
const profile = createPart(async () => (await import('./profile.tsx')).ProviderProfile)
const comparison = createPart(async () => (await import('./comparison.tsx')).Comparison)
const savedList = createPart(async () => (await import('./saved-list.tsx')).SavedList)

const searches = createEntryMemory<{
  /** Null: no one has searched on the page. */
  readonly asked: FinderSearch | null
  readonly page: number
  readonly compared: readonly EntryData[]
}>({
  name: 'finder',
  // After a reload, the search is asked again; what was chosen to be compared may have changed.
  toStored: ({ asked, page }) => ({ asked, page }),
  fromStored: (stored) => {
    const { asked = null, page = 1 } = (stored ?? {}) as { readonly asked?: unknown; readonly page?: unknown }
    return { asked: readKeptSearch(asked), page: typeof page === 'number' ? page : 1, compared: [] }
  },
})

/** Find a doctor: one box, a place, a list and a map (MP-22 to MP-25). */
function Finder() {
  const t = useText()
  const { session } = usePage()
  const navigate = useNavigate()
  const { segments, query } = useRoute()
  const isSaved = segments[1] === 'saved'
  const isMember = session?.role === 'MEMBER' && session.simulation === null
  const mine = useLoaded((signal) => api.call(memberFinder, { signal }), { wanted: isMember })
  const [kept] = useState(searches.recall)
  const [askedHere, setAsked] = useState(kept?.asked ?? null)
  // Someone may search before it is known where they live and which networks are theirs.
  const [early, setEarly] = useState(false)
  const [turn, setTurn] = useState(0)
  const [page, setPage] = useState(kept?.page ?? 1)
  const [compared, setCompared] = useState(kept?.compared ?? [])
  // What is open next to the results has an entry of its own in the browser's history.
  const providerId = query.provider ?? null
  const isComparison = providerId === null && segments[1] === 'compare' && compared.length > 0
  const own = isMember ? mine.value : null
  // Search words in the address are searched near the member's home, once that is known.
  const begun = mine.loading ? emptySearch : searchFor(query.words, own)
  const asked = askedHere === null ? begun : early ? completeSearch(askedHere, own) : askedHere
  const ask = (next: FinderSearch) => {
    setAsked(next)
    setEarly(mine.loading)
    setTurn(turn + 1)
    setPage(1)
  }
  const { words } = query
  const parts = useParts()
  const back = () => parts.close(isSaved ? links.savedProviders() : links.findDoctor({ words }))
  const open = (provider: string) => {
    const to = isSaved ? links.savedProviders(provider) : links.findDoctor({ words, provider })
    // From a comparison, the way back leads to the results all the same.
    if (isComparison) navigate(to, { quiet: true })
    else parts.open(to)
  }
  useEffect(() => searches.keep({ asked: askedHere && asked, page, compared }))
  useFocusOnReturn(providerId ?? (isComparison ? comparisonOpen : null))
  const shared = { mine: own, onMine: mine.change, isMember }
  const asideFailed = (retry: () => void) => (
    <FailedPart onRetry={retry}>
      <Button variant="quiet" icon={<ArrowLeft aria-hidden="true" />} onClick={back}>
        {t('finder.back')}
      </Button>
    </FailedPart>
  )
  const isAside = providerId !== null || isComparison || isSaved
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
      {providerId !== null && (
        <LazyPart
          key={providerId}
          part={profile}
          props={{ ...shared, providerId, place: asked.place, onBack: back }}
          renderFailed={asideFailed}
        />
      )}
      {isComparison && (
        <LazyPart
          part={comparison}
          props={{
            entries: compared,
            isMember,
            onBack: back,
            onOpen: open,
            onRemove: (one: EntryData) => setCompared(compared.filter((other) => other !== one)),
          }}
          renderFailed={asideFailed}
        />
      )}
      {isSaved && providerId === null && (
        <LazyPart
          part={savedList}
          props={{ ...shared, failed: mine.failed, onOpen: open }}
          renderFailed={(retry) => <FailedCard onRetry={retry} />}
        />
      )}
      {!isSaved && (
        <div hidden={isAside}>
          <SearchForm
            asked={asked}
            kept={kept?.asked ?? null}
            words={words ?? ''}
            homeZip={own?.zip ?? null}
            onAsk={ask}
            onOpen={open}
          />
          <FinderResults
            asked={asked}
            turn={turn}
            page={page}
            compared={compared}
            isMember={isMember}
            wanted={hasCriteria(asked)}
            waiting={early && mine.loading}
            mine={own}
            onMine={mine.change}
            onAsk={ask}
            onPage={setPage}
            onOpen={open}
            onCompared={setCompared}
            onCompare={() => parts.open(links.comparedProviders({ words }))}
          />
        </div>
      )}
    </div>
  )
}

const comparisonOpen = 'comparison'

/** When what was open next to the results closes, by Back of the page or of the browser, the focus returns to where it was opened. */
function useFocusOnReturn(open: string | null) {
  const last = useRef(open)
  useEffect(() => {
    const closed = open === null ? last.current : null
    last.current = open
    if (closed === null) return
    const place = document.querySelector<HTMLElement>(
      closed === comparisonOpen ? '#finder-list' : `[data-provider="${CSS.escape(closed)}"]`,
    )
    if (place === null) return focusOn(viewHeading())
    place.focus({ preventScroll: true })
    place.scrollIntoView({ block: 'nearest' })
  }, [open])
}

function searchFor(words: string | undefined, mine: MemberData | null): FinderSearch {
  const begun = beginSearch(mine)
  return words === undefined || checkSearch(words) !== null
    ? begun
    : { ...begun, text: words.trim(), place: mine?.zip ?? '' }
}

export const view: View = { title: 'finder.title', Component: Finder }
