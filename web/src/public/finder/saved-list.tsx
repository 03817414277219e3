import { printProviders, readProvider, sendSavedProviders } from '@portico/contract/calls/finder'
import { ArrowLeft, Download, Mail, Printer } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { saveAnswer } from '../../base/api/save-file.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
import { links } from '../../base/router/links.ts'
import { useText } from '../../base/texts/text.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import { FailedCard } from '../../kit/layout/failed-card.tsx'
import { NumberLink } from '../../kit/phone/number-link.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { focusOn, isFocusLost } from '../../ui/focus.ts'
import { Badges, Corrections, fullName, postalAddress, SaveButton } from './entry-item.tsx'
import styles from './finder.module.css'
import type { EntryData, FinderPerson, MemberData } from './types.ts'

interface SavedListProps extends FinderPerson {
  readonly failed: boolean
  readonly onOpen: (providerId: string) => void
}

/** A member's saved providers: to print, as PDF, or as a link by e-mail (MP-23). */
export function SavedList({ mine, isMember, failed, onMine, onOpen }: SavedListProps) {
  const t = useText()
  const { brand } = usePage()
  const ids = mine?.saved.map(({ providerId }) => providerId) ?? []
  const place = mine?.zip ?? ''
  const list = useLoaded(
    (signal) =>
      api.call(readProvider, { body: { brand: brand.code, providerIds: ids, place }, signal }).catch(noneLeft),
    { key: ids.join(), wanted: ids.length > 0 },
  )
  const [said, setSaid] = useState('')
  const { section, setRemoved } = useFocusAfterRemoval(mine)
  const acting = useAction({ 'TOO-MANY-REQUESTS': 'finder.too-many' }, 'finder.failed')
  const pdf = () =>
    acting.run(async () => {
      saveAnswer(
        await api.call(printProviders, { body: { brand: brand.code, providerIds: ids, place } }),
        'providers.pdf',
      )
    })
  const email = () =>
    acting.run(async () => {
      const { sent } = await api.call(sendSavedProviders, {})
      setSaid(t(sent ? 'finder.email-sent' : 'finder.email-none'))
    })
  return (
    <section ref={section} aria-labelledby="finder-saved" className={styles.profile}>
      <ButtonLink
        to={links.findDoctor()}
        variant="quiet"
        className={styles.back}
        icon={<ArrowLeft aria-hidden="true" />}
      >
        {t('finder.back-search')}
      </ButtonLink>
      <div className={styles.head}>
        <h2 id="finder-saved">{t('finder.saved-title')}</h2>
        {ids.length > 0 && <ListTools busy={acting.busy} onPdf={pdf} onEmail={email} />}
      </div>
      {mine !== null && <PrimaryDoctors mine={mine} onOpen={onOpen} />}
      <p role="status">{said}</p>
      <Problem text={acting.problem} />
      {failed || list.failed ? (
        <FailedCard onRetry={list.reload} />
      ) : !isMember || (mine !== null && ids.length === 0) ? (
        <Card>
          <EmptyState
            title={t('finder.saved-title')}
            text={t(isMember ? 'finder.saved-none' : 'finder.sign-in-to-save')}
          />
        </Card>
      ) : (
        <ul className={styles.list}>
          {mine?.saved.map((one, at) => (
            <li key={one.providerId} className={styles.entry}>
              <SavedEntry
                {...{ one, mine, onOpen }}
                entries={list.last?.entries ?? null}
                onMine={(next) => {
                  onMine(next)
                  setRemoved({ providerId: one.providerId, at })
                  setSaid(t('finder.unsaved', { name: one.name }))
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The pressed button is gone with its entry: reading continues at the entry that took its place. */
function useFocusAfterRemoval(mine: MemberData | null) {
  const section = useRef<HTMLElement>(null)
  const [removed, setRemoved] = useState<{ readonly providerId: string; readonly at: number } | null>(null)
  const isRemoved = removed !== null && mine?.saved.every(({ providerId }) => providerId !== removed.providerId)
  useEffect(() => {
    if (!isRemoved || !isFocusLost()) return
    const left = [...(section.current?.querySelectorAll<HTMLElement>('h3') ?? [])]
    focusOn(left[Math.min(removed.at, left.length - 1)] ?? section.current?.querySelector('h2'))
  }, [isRemoved, removed])
  return { section, setRemoved }
}

interface ListToolsProps {
  readonly busy: boolean
  readonly onPdf: () => void
  readonly onEmail: () => void
}

function ListTools({ busy, onPdf, onEmail }: ListToolsProps) {
  const t = useText()
  return (
    <div className={styles.profileTools}>
      <Button variant="quiet" icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
        {t('finder.print')}
      </Button>
      <Button variant="quiet" busy={busy} icon={<Download aria-hidden="true" />} onClick={onPdf}>
        {t('finder.pdf')}
      </Button>
      <Button variant="quiet" busy={busy} icon={<Mail aria-hidden="true" />} onClick={onEmail}>
        {t('finder.email')}
      </Button>
    </div>
  )
}

interface SavedEntryProps {
  readonly one: MemberData['saved'][number]
  readonly mine: MemberData
  /** The directory's entries for the saved providers; null before it has answered. */
  readonly entries: readonly EntryData[] | null
  readonly onMine: SavedListProps['onMine']
  readonly onOpen: SavedListProps['onOpen']
}

function SavedEntry({ one, mine, entries, onMine, onOpen }: SavedEntryProps) {
  const t = useText()
  const entry = entries?.find(({ providerId }) => providerId === one.providerId)
  return (
    <>
      <div className={styles.entryText}>
        <h3>
          {entry ? (
            <button
              type="button"
              className={styles.nameButton}
              data-provider={one.providerId}
              onClick={() => onOpen(one.providerId)}
            >
              {fullName(entry)}
            </button>
          ) : (
            one.name
          )}
        </h3>
        {entry ? (
          <>
            <p className={styles.care}>{entry.specialties.map(({ name }) => name).join(', ') || entry.specialtyName}</p>
            <p>{postalAddress(entry)}</p>
            {entry.phone !== null && (
              <p>
                <NumberLink number={entry.phone} />
              </p>
            )}
            <Corrections entry={entry} />
            <Badges entry={entry} mine={mine} />
          </>
        ) : (
          entries !== null && <p className={styles.muted}>{t('finder.saved-gone', { name: one.name })}</p>
        )}
      </div>
      <div className={styles.entryTools}>
        <SaveButton entry={entry ?? { ...one, credential: null }} mine={mine} onMine={onMine} />
      </div>
    </>
  )
}

/** The primary doctors of the member and of the children for whom they decide, before the saved providers (MP-23). */
function PrimaryDoctors({
  mine,
  onOpen,
}: {
  readonly mine: MemberData
  readonly onOpen: (providerId: string) => void
}) {
  const t = useText()
  const chosen = [{ firstName: null, primaryCare: mine.primaryCare }, ...mine.children].flatMap(
    ({ firstName, primaryCare }) => (primaryCare === null ? [] : [{ firstName, ...primaryCare }]),
  )
  if (chosen.length === 0) return null
  return (
    <ul className={styles.list}>
      {chosen.map(({ firstName, providerId, name }) => (
        <li key={firstName} className={styles.entry}>
          <div className={styles.entryText}>
            <h3>
              <button type="button" className={styles.nameButton} onClick={() => onOpen(providerId)}>
                {name}
              </button>
            </h3>
            <p className={styles.care}>
              {firstName === null ? t('finder.primary-is') : t('finder.primary-is-of', { name: firstName })}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** If none of them is in the directory any more, the list says so for each. */
function noneLeft(error: unknown) {
  if (error instanceof Error && 'code' in error && error.code === 'NOT-FOUND') return { entries: [], more: 0 }
  throw error
}
