import { saveProvider } from '@portico/contract/calls/finder'
import { Bookmark, BookmarkCheck, Building2, Hospital, Pill, Store, UserRound } from 'lucide-react'
import { api } from '../../base/api/api.ts'
import { createQueue } from '../../base/api/queue.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useText } from '../../base/texts/text.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import { NumberLink } from '../../kit/phone/number-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import styles from './finder.module.css'
import type { EntryData, FinderPerson, FoundEntry, MemberData } from './types.ts'
import { type VisitCost, VisitPrice } from './visits.tsx'

const icons = { individual: UserRound, facility: Building2, hospital: Hospital, pharmacy: Pill, store: Store }

export interface EntryItemProps extends FinderPerson {
  readonly entry: FoundEntry
  /** The cost of a visit for the member; undefined: not known. */
  readonly visit: VisitCost | undefined
  readonly number: number
  readonly compared: boolean
  readonly mayCompare: boolean
  readonly onOpen: (providerId: string) => void
  readonly onCompare: (is: boolean) => void
}

/** One search result. */
export function EntryItem(props: EntryItemProps) {
  const { entry, visit, number, mine, isMember, compared, mayCompare, onMine, onOpen, onCompare } = props
  const t = useText()
  const Icon = icons[entry.kind]
  const name = fullName(entry)
  return (
    <li className={styles.entry} id={`finder-entry-${number}`} tabIndex={-1}>
      <span className={styles.number} aria-hidden="true">
        {number}
      </span>
      <div className={styles.entryText}>
        <h3>
          <button
            type="button"
            className={styles.nameButton}
            data-provider={entry.providerId}
            onClick={() => onOpen(entry.providerId)}
          >
            {name}
          </button>
        </h3>
        <p className={styles.care}>
          <Icon aria-hidden="true" />{' '}
          {entry.specialties.map((one) => one.name).join(', ') || entry.specialtyName || t(`finder.kind-${entry.kind}`)}
        </p>
        <p>
          {postalAddress(entry)}
          {entry.miles !== null && <span className={styles.muted}> · {t('finder.away', { miles: entry.miles })}</span>}
        </p>
        <Others entry={entry} />
        {entry.phone !== null && (
          <p>
            <NumberLink number={entry.phone} />
          </p>
        )}
        {visit !== undefined && <VisitPrice visit={visit} />}
        <Corrections entry={entry} />
        <Badges entry={entry} mine={mine} />
      </div>
      <div className={styles.entryTools}>
        {isMember && mine !== null && <SaveButton entry={entry} mine={mine} onMine={onMine} />}
        <Checkbox
          checked={compared}
          disabled={!compared && !mayCompare}
          onValue={onCompare}
          label={<span aria-hidden="true">{t('finder.compare')}</span>}
          aria-label={t('finder.compare-add', { name })}
        />
      </div>
    </li>
  )
}

/** The provider's other places that match. */
function Others({ entry: { others, moreOthers } }: { readonly entry: FoundEntry }) {
  const t = useText()
  if (others.length === 0) return null
  const named = others.map(({ city, state, miles }) => {
    const place = [city, state].filter(Boolean).join(', ') || t('finder.place-unnamed')
    return miles === null ? place : `${place} (${t('finder.away', { miles })})`
  })
  return (
    <p className={styles.muted}>
      {t('finder.also', { places: named.join(' · ') })}
      {moreOthers > 0 && <> · {t('finder.also-more', { count: moreOthers })}</>}
    </p>
  )
}

/** Errors at this place that staff have confirmed. */
export function Corrections({ entry }: { readonly entry: EntryData }) {
  const t = useText()
  return entry.corrected.map(({ kind, value }) => (
    <p key={`${kind} ${value}`}>
      {kind === 'network' && value === null
        ? t('finder.corrected-networks')
        : t(`finder.corrected-${kind}`, { value: value ?? '' })}
    </p>
  ))
}

/** Network, new patients and age of an entry. */
export function Badges({ entry, mine }: { readonly entry: EntryData; readonly mine: MemberData | null }) {
  const t = useText()
  const own = entry.networks.filter((one) => mine?.networks.some(({ networkId }) => networkId === one.networkId))
  return (
    <ul className={styles.badges}>
      {own.length > 0 ? (
        <li>
          <Badge tone="success">{t('finder.in-my-network')}</Badge>
        </li>
      ) : entry.networks.length > 0 ? (
        entry.networks.slice(0, 2).map((one) => (
          <li key={one.networkId}>
            <Badge tone="info">{t('finder.in-network', { name: one.name })}</Badge>
          </li>
        ))
      ) : (
        <li>
          <Badge tone="neutral">{t('finder.network-unknown')}</Badge>
        </li>
      )}
      {entry.accepting !== null && (
        <li>
          <Badge tone={entry.accepting ? 'success' : 'neutral'}>
            {t(entry.accepting ? 'finder.takes-new' : 'finder.takes-no-new')}
          </Badge>
        </li>
      )}
      {!entry.verified && (
        <li>
          <Badge tone="warning">{t('finder.unverified')}</Badge>
        </li>
      )}
    </ul>
  )
}

export interface SaveButtonProps {
  readonly entry: Pick<EntryData, 'providerId' | 'name' | 'credential'>
  readonly mine: MemberData
  readonly onMine: (next: (mine: MemberData) => MemberData) => void
}

/** Queues changes that are answered with everything that the member has in the directory. */
export const enqueue = createQueue()

/** Saves a provider, or removes them from the saved ones. */
export function SaveButton({ entry, mine, onMine }: SaveButtonProps) {
  const t = useText()
  const saving = useAction({ CONFLICT: 'finder.saved-full' }, 'finder.failed')
  const isSaved = mine.saved.some(({ providerId }) => providerId === entry.providerId)
  const press = () =>
    saving.run(async () => {
      const body = { providerId: entry.providerId, saved: !isSaved }
      const next = await enqueue(() => api.call(saveProvider, { body }))
      onMine(() => next)
    })
  const name = fullName(entry)
  return (
    <>
      <Button
        variant="quiet"
        busy={saving.busy}
        aria-label={t(isSaved ? 'finder.unsave-of' : 'finder.save-of', { name })}
        icon={isSaved ? <BookmarkCheck aria-hidden="true" /> : <Bookmark aria-hidden="true" />}
        onClick={press}
      >
        {t(isSaved ? 'finder.saved' : 'finder.save')}
      </Button>
      <Problem text={saving.problem} />
    </>
  )
}

export function fullName({ name, credential }: Pick<EntryData, 'name' | 'credential'>): string {
  return credential === null ? name : `${name}, ${credential}`
}

export function postalAddress({ address, city, state, zip }: EntryData): string {
  return [address, city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}
