import { memberFinder } from '@portico/contract/calls/finder'
import { ArrowLeft, Bookmark } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
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
import type { EntryData, FinderPerson } from './types.ts'
import { type Search, useFinderSearch } from './use-finder-search.ts'

/** Fetched when someone opens a provider. */
const profile = createPart(async () => (await import('./profile.tsx')).ProviderProfile)
const comparison = createPart(async () => (await import('./comparison.tsx')).Comparison)
const savedList = createPart(async () => (await import('./saved-list.tsx')).SavedList)

/** Find a doctor: one box, a place, a list and a map (MP-22 to MP-25). */
function Finder() {
  const { session } = usePage()
  const { words } = useRoute().query
  const isMember = session?.role === 'MEMBER' && session.simulation === null
  const mine = useLoaded((signal) => api.call(memberFinder, { signal }), { wanted: isMember })
  const own = isMember ? mine.value : null
  const search = useFinderSearch(words, own, mine.loading)
  const aside = useAside(search.compared)
  const member = { mine: own, isMember, onMine: mine.change }
  return (
    <div className={styles.view}>
      <Head isMember={isMember} isSaved={aside.isSaved} saved={own?.saved.length ?? 0} />
      <Aside aside={aside} search={search} member={member} memberFailed={mine.failed} />
      {!aside.isSaved && (
        <div hidden={aside.isOpen}>
          <SearchForm
            asked={search.asked}
            kept={search.kept}
            words={words ?? ''}
            homeZip={own?.zip ?? null}
            onAsk={search.ask}
            onOpen={aside.open}
          />
          <FinderResults search={search} member={member} onOpen={aside.open} onCompare={aside.compare} />
        </div>
      )}
    </div>
  )
}

interface HeadProps {
  readonly isMember: boolean
  /** Whether the saved list is open. */
  readonly isSaved: boolean
  /** How many providers are on it. */
  readonly saved: number
}

function Head({ isMember, isSaved, saved }: HeadProps) {
  const t = useText()
  return (
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
          {t('finder.saved-show', { count: saved })}
        </ButtonLink>
      )}
    </div>
  )
}

/** What replaces the results: one provider, the comparison or the saved list. */
function useAside(compared: readonly EntryData[]) {
  const navigate = useNavigate()
  const { segments, query } = useRoute()
  const parts = useParts()
  const { words } = query
  // Whatever opens next to the results has its own entry in the browser's history.
  const providerId = query.provider ?? null
  const isSaved = segments[1] === 'saved'
  const isComparison = providerId === null && segments[1] === 'compare' && compared.length > 0
  useFocusOnReturn(providerId ?? (isComparison ? comparisonOpen : null))
  return {
    providerId,
    isSaved,
    isComparison,
    isOpen: providerId !== null || isComparison || isSaved,
    open: (provider: string) => {
      const to = isSaved ? links.savedProviders(provider) : links.findDoctor({ words, provider })
      // Even from a comparison, the way back leads to the results.
      if (isComparison) navigate(to, { quiet: true })
      else parts.open(to)
    },
    compare: () => parts.open(links.comparedProviders({ words })),
    close: () => parts.close(isSaved ? links.savedProviders() : links.findDoctor({ words })),
  }
}

interface AsideProps {
  readonly aside: ReturnType<typeof useAside>
  readonly search: Search
  readonly member: FinderPerson
  readonly memberFailed: boolean
}

function Aside({ aside, search, member, memberFailed }: AsideProps) {
  const t = useText()
  const { providerId, isSaved, isComparison, open, close } = aside
  const { asked, compared, setCompared } = search
  const renderFailed = (retry: () => void) => (
    <FailedPart onRetry={retry}>
      <Button variant="quiet" icon={<ArrowLeft aria-hidden="true" />} onClick={close}>
        {t('finder.back')}
      </Button>
    </FailedPart>
  )
  return (
    <>
      {providerId !== null && (
        <LazyPart
          key={providerId}
          part={profile}
          props={{ ...member, providerId, place: asked.place, onBack: close }}
          renderFailed={renderFailed}
        />
      )}
      {isComparison && (
        <LazyPart
          part={comparison}
          props={{
            entries: compared,
            isMember: member.isMember,
            onBack: close,
            onOpen: open,
            onRemove: (one: EntryData) => setCompared(compared.filter((other) => other !== one)),
          }}
          renderFailed={renderFailed}
        />
      )}
      {isSaved && providerId === null && (
        <LazyPart
          part={savedList}
          props={{ ...member, failed: memberFailed, onOpen: open }}
          renderFailed={(retry) => <FailedCard onRetry={retry} />}
        />
      )}
    </>
  )
}

const comparisonOpen = 'comparison'

/** When whatever was open next to the results closes, by the page's or the browser's Back, the focus returns to where it was opened. */
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

export const view: View = { title: 'finder.title', Component: Finder }
