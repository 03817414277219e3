import { useLoaded } from '../../base/api/use-loaded.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useMomentFormat } from '../../base/texts/moment.tsx'
import { useText } from '../../base/texts/text.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './lead-parts.module.css'
import type { Lead, LeadEntries } from './types.ts'

interface LeadHistoryProps {
  readonly lead: Lead
  readonly load: (signal: AbortSignal) => Promise<LeadEntries>
}

/** Calls, notes and days to follow up on, newest first. */
export function LeadHistory({ lead, load }: LeadHistoryProps) {
  const t = useText()
  const format = useFormat()
  const { dateTime } = useMomentFormat()
  const { value, failed, reload } = useLoaded(load, { key: `${lead.leadId} ${lead.version}` })
  if (failed) return <ErrorState onRetry={reload} />
  if (value === null) return <Skeleton shape="line" />
  const { entries } = value
  // A note from before the history began has no day.
  const isKept = lead.note === '' || entries.some(({ note }) => note === lead.note)
  return (
    <section aria-labelledby="lead-history">
      <h3 id="lead-history">{t('leads.history')}</h3>
      {entries.length === 0 && isKept && <p className={styles.muted}>{t('leads.history.none')}</p>}
      <ol className={styles.history}>
        {entries.map(({ entryId, at, by, state, note, followUpOn }) => (
          <li key={entryId}>
            <p className={styles.muted}>
              {t('leads.history.entry', { at: dateTime(at), by, state: t(`leads.state.${state}`) })}
            </p>
            {note !== '' && <p className={styles.note}>{note}</p>}
            {followUpOn !== null && (
              <p className={styles.small}>{t('leads.follow-up', { day: format.date(followUpOn) })}</p>
            )}
          </li>
        ))}
        {!isKept && (
          <li>
            <p className={styles.note}>{lead.note}</p>
          </li>
        )}
      </ol>
    </section>
  )
}
