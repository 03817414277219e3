import { findProviders } from '@portico/contract/calls/finder'
import { finderPageSize, maxCompared, radiusSteps } from '@portico/rules/finder/limits'
import { ChevronLeft, ChevronRight, MapPin, SearchX, Stethoscope } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
import { useMomentFormat } from '../../base/texts/moment.tsx'
import { useText } from '../../base/texts/text.tsx'
import { FailedCard } from '../../kit/layout/failed-card.tsx'
import { PhoneLink } from '../../kit/phone/phone-link.tsx'
import type { MapPicture } from '../../shared/place-map/place-map.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { focusOn, isFocusLost } from '../../ui/focus.ts'
import { createPart, LazyPart } from '../../ui/lazy-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useSlices } from '../../ui/slices.ts'
import { EntryItem } from './entry-item.tsx'
import { FinderFilters } from './filters.tsx'
import styles from './finder.module.css'
import {
  type EntryData,
  emptySearch,
  type FinderPerson,
  type FinderSearch,
  type FoundData,
  hasCriteria,
} from './types.ts'
import type { Search } from './use-finder-search.ts'
import { useVisitCosts } from './visits.tsx'

/** Fetched with the first results. */
const placeMap = createPart(async () => (await import('../../shared/place-map/place-map.tsx')).PlaceMap)

interface ResultsProps {
  readonly search: Search
  readonly member: FinderPerson
  readonly onOpen: (providerId: string) => void
  readonly onCompare: () => void
}

/** The results with filters, list and map, or, if there are none, changes that would bring some. */
export function FinderResults(props: ResultsProps) {
  const { search, member, onOpen } = props
  const { asked, turn, waiting, page } = search
  const t = useText()
  const { brand } = usePage()
  const wanted = hasCriteria(asked)
  const { last, failed, reload, ...results } = useLoaded(
    (signal) => api.call(findProviders, { body: { ...asked, brand: brand.code, page }, signal }),
    { key: JSON.stringify([asked, page, turn]), wanted: wanted && !waiting },
  )
  const loading = results.loading || waiting
  const box = useRef<HTMLDivElement>(null)
  const found = loading ? null : last
  // A suggestion, filter or wider search that someone pressed may be gone when its results arrive.
  useEffect(() => {
    if (turn > 0 && found !== null && isFocusLost()) focusOn(box.current?.querySelector<HTMLElement>('[role=status]'))
  }, [turn, found])
  if (!wanted) {
    return (
      <Card className={styles.start}>
        <EmptyState icon={<Stethoscope />} title={t('finder.start-title')} text={t('finder.start')} />
      </Card>
    )
  }
  if (failed) {
    return <FailedCard onRetry={reload} />
  }
  return (
    <div ref={box} aria-busy={loading}>
      <Summary found={found} last={last} asked={asked} />
      {last === null ? (
        <Loading />
      ) : last.state === 'not-loaded' ? (
        <Card>
          <EmptyState title={t('finder.not-loaded-title')} text={t('finder.not-loaded')} action={<PhoneLink />} />
        </Card>
      ) : last.state === 'place-unknown' ? (
        <Alert tone="warning" role="alert">
          <p>{t('finder.place-unknown')}</p>
        </Alert>
      ) : (
        <>
          <FinderFilters asked={asked} known={last.known} mine={member.mine} onAsk={search.ask} />
          <div className={styles.columns}>
            <div>{last.state === 'none' ? <None found={last} {...props} /> : <List found={last} {...props} />}</div>
            {last.map !== null && (
              <div className={styles.mapSide}>
                <LazyPart
                  part={placeMap}
                  props={{
                    map: last.map,
                    from: (last.page - 1) * finderPageSize,
                    names: last.entries.map(({ name }) => name),
                    onOne: (index: number) => onOpen(last.entries[index]?.providerId ?? ''),
                    onPin: ({ lat, lon }: MapPicture['pins'][number]) => {
                      const miles = closerThan(last.map?.ring?.miles)
                      if (miles !== undefined) search.ask({ ...asked, point: { lat, lon }, place: '', miles })
                    },
                  }}
                />
              </div>
            )}
          </div>
        </>
      )}
    </div>
  )
}

/** The next smaller radius. */
function closerThan(miles = Number.POSITIVE_INFINITY): number | undefined {
  return radiusSteps.findLast((step) => step < miles)
}

interface SummaryProps {
  /** Null while the search is running. */
  readonly found: FoundData | null
  /** The previous results, which stay below until then, so that nothing moves. */
  readonly last: FoundData | null
  readonly asked: FinderSearch
}

/** How many were found, where, and how the words were understood. */
function Summary({ found, last, asked }: SummaryProps) {
  const t = useText()
  const format = useMomentFormat()
  const { miles } = asked
  const count = found?.state === 'found' ? found.total : 0
  return (
    <div className={styles.summary}>
      <p role="status">
        {found === null
          ? t('finder.searching')
          : [
              count > 0 && (found.more ? t('finder.found-more', { count }) : t('finder.found', { count })),
              found.state === 'none' && t('finder.none-title'),
              found.state === 'not-loaded' && t('finder.not-loaded-title'),
              found.place !== null && t('finder.within', { miles, place: found.place }),
              found.understood.length > 0 &&
                t('finder.understood', { names: found.understood.map(({ name }) => name).join(', ') }),
            ]
              .filter(Boolean)
              .join(' · ')}
      </p>
      {last?.center === null && last.state === 'found' && last.total > 0 && (
        <p className={styles.hint}>
          <MapPin aria-hidden="true" /> {t('finder.no-place')}
        </p>
      )}
      {last !== null && last.loadedAt !== null && (
        <p className={styles.small}>{t('finder.loaded', { day: format.date(last.loadedAt) })}</p>
      )}
    </div>
  )
}

function List({ found, search, member, onOpen, onCompare }: ResultsProps & { readonly found: FoundData }) {
  const t = useText()
  const { compared, setCompared, page, setPage } = search
  const heading = useRef<HTMLHeadingElement>(null)
  const [first] = found.entries
  const visits = useVisitCosts(found.entries, member.isMember)
  const entries = useSlices(found.entries, `${first?.providerId} ${first?.place}`)
  const go = (next: number) => {
    setPage(next)
    heading.current?.focus()
  }
  const isIn = (entry: EntryData) =>
    compared.some((one) => one.providerId === entry.providerId && one.place === entry.place)
  return (
    <section aria-labelledby="finder-list">
      <h2 id="finder-list" ref={heading} tabIndex={-1} className={styles.listTitle}>
        {t('finder.list')}
      </h2>
      <ol className={styles.list} start={(page - 1) * finderPageSize + 1}>
        {entries.map((entry, index) => (
          <EntryItem
            key={`${entry.providerId} ${entry.place}`}
            entry={entry}
            visit={visits.get(entry.npi ?? '')}
            {...member}
            onOpen={onOpen}
            number={(page - 1) * finderPageSize + index + 1}
            compared={isIn(entry)}
            mayCompare={compared.length < maxCompared}
            onCompare={(is) =>
              setCompared(
                is
                  ? [...compared, entry]
                  : compared.filter((one) => one.providerId !== entry.providerId || one.place !== entry.place),
              )
            }
          />
        ))}
      </ol>
      <Pages page={page} pages={Math.ceil(found.total / finderPageSize)} onPage={go} />
      <CompareBar count={compared.length} onCompare={onCompare} onClear={() => setCompared([])} />
      <p className={classes(styles.small, styles.below)}>{t('finder.network-note')}</p>
    </section>
  )
}

interface PagesProps {
  readonly page: number
  readonly pages: number
  readonly onPage: (page: number) => void
}

function Pages({ page, pages, onPage }: PagesProps) {
  const t = useText()
  if (pages <= 1) return null
  return (
    <nav aria-label={t('finder.pages')} className={styles.pages}>
      <Button
        variant="secondary"
        aria-disabled={page <= 1 || undefined}
        onClick={() => page > 1 && onPage(page - 1)}
        icon={<ChevronLeft aria-hidden="true" />}
      >
        {t('finder.page-previous')}
      </Button>
      <span>{t('finder.page-of', { page, pages })}</span>
      <Button
        variant="secondary"
        aria-disabled={page >= pages || undefined}
        onClick={() => page < pages && onPage(page + 1)}
        icon={<ChevronRight aria-hidden="true" />}
      >
        {t('finder.page-next')}
      </Button>
    </nav>
  )
}

interface CompareBarProps {
  /** How many are chosen. */
  readonly count: number
  readonly onCompare: () => void
  readonly onClear: () => void
}

/** Says how many are chosen for comparison, and also when none are left. */
function CompareBar({ count, onCompare, onClear }: CompareBarProps) {
  const t = useText()
  const chosen = useRef<HTMLParagraphElement>(null)
  const [cleared, setCleared] = useState(false)
  const clear = () => {
    onClear()
    setCleared(true)
    // The pressed button disappears.
    focusOn(chosen.current)
  }
  if (count === 0 && !cleared) return null
  return (
    <div className={styles.compareBar}>
      <p ref={chosen} role="status">
        {count > 0 ? t('finder.compare-bar', { count }) : t('finder.compare-none')}
      </p>
      {count > 1 && <Button onClick={onCompare}>{t('finder.compare-show')}</Button>}
      {count > 0 && (
        <Button variant="quiet" onClick={clear}>
          {t('finder.compare-clear')}
        </Button>
      )}
    </div>
  )
}

/** Changes, one click each, that would bring results. */
function None({ found, search, member, onOpen }: ResultsProps & { readonly found: FoundData }) {
  const t = useText()
  const { asked, ask } = search
  const { nearest, place, widen } = found
  const own = member.mine?.networks.map(({ networkId }) => networkId) ?? []
  const isOwn = own.length > 0 && own.join() === asked.networks.join()
  const where = { miles: asked.miles, place: place ?? '' }
  const title = isOwn ? 'finder.none-own' : 'finder.none-near'
  const words = t(widen.length > 0 ? 'finder.none' : 'finder.none-at-all')
  return (
    <Card>
      <EmptyState
        icon={<SearchX />}
        title={place === null ? t('finder.none-title') : t(title, where)}
        text={
          nearest === null || nearest.miles === null
            ? words
            : t('finder.none-nearest', { name: nearest.name, miles: nearest.miles })
        }
        action={
          <div className={styles.widen}>
            {nearest !== null && (
              <Button onClick={() => onOpen(nearest.providerId)}>
                {t('finder.none-open', { name: nearest.name })}
              </Button>
            )}
            {widen.map((one) =>
              one.change === 'miles' ? (
                <Button
                  key="miles"
                  variant={nearest === null ? 'primary' : 'secondary'}
                  onClick={() => ask({ ...asked, miles: one.miles })}
                >
                  {t('finder.widen-miles', { miles: one.miles, count: one.count })}
                </Button>
              ) : (
                <Button
                  key={one.filter}
                  variant="secondary"
                  onClick={() =>
                    ask({ ...asked, [one.filter]: emptySearch[one.filter], miles: one.miles ?? asked.miles })
                  }
                >
                  {t(one.miles === null ? 'finder.widen-filter' : 'finder.widen-both', {
                    filter: t(filterTexts[one.filter]),
                    miles: one.miles ?? 0,
                    count: one.count,
                  })}
                </Button>
              ),
            )}
          </div>
        }
      />
    </Card>
  )
}

const filterTexts = {
  networks: 'finder.network',
  kinds: 'finder.kind',
  accepting: 'finder.accepting',
  telehealth: 'finder.telehealth',
  wheelchair: 'finder.wheelchair',
  saturday: 'finder.saturday',
  gender: 'finder.gender',
  spoken: 'finder.language',
  hospital: 'finder.hospital',
} as const

function Loading() {
  return (
    <div className={styles.columns}>
      <div className={styles.list}>
        {[0, 1, 2].map((one) => (
          <Card key={one}>
            <Skeleton shape="title" />
            <Skeleton shape="line" />
            <Skeleton shape="line" />
          </Card>
        ))}
      </div>
    </div>
  )
}
