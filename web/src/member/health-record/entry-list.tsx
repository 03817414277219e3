import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Badge, type BadgeProps } from '../../ui/badge.tsx'
import styles from './health-record-view.module.css'
import type { RecordData } from './health-record-view.tsx'

type Entry = RecordData['entries'][number]

const flagTones: Readonly<Record<NonNullable<Entry['flag']>, BadgeProps['tone']>> = {
  high: 'warning',
  low: 'warning',
  abnormal: 'warning',
  normal: 'neutral',
}

/** Entries with their day and who recorded them, newest first. */
export function EntryList({
  entries,
  withKind = false,
}: {
  readonly entries: readonly Entry[]
  readonly withKind?: boolean
}) {
  const t = useText()
  if (entries.length === 0) return <p className={lettering.key}>{t('health-record.nothing')}</p>
  return (
    // biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list
    <ul className={styles.list} role="list">
      {entries.map((entry) => (
        <li key={entry.entryId}>
          <h3>{entry.name ?? t('health-record.unnamed')}</h3>
          {withKind && <p className={lettering.key}>{t(`health-record.kind-${entry.kind}`)}</p>}
          <Details entry={entry} />
        </li>
      ))}
    </ul>
  )
}

function Details({ entry }: { readonly entry: Entry }) {
  const t = useText()
  const format = useFormat()
  const { value, range, flag, state, day, by, isSevere, planName } = entry
  const when = day === null ? null : day.length === 10 ? format.dateLong(day) : day
  const unnamed = planName === null ? t('health-record.by-unknown') : null
  const source = by === null ? unnamed : t('health-record.by', { name: by })
  return (
    <>
      {value !== null && <p className={styles.value}>{value}</p>}
      <p className={styles.badges}>
        {isSevere && <Badge tone="danger">{t('health-record.severe')}</Badge>}
        {flag !== null && <Badge tone={flagTones[flag]}>{t(`health-record.flag-${flag}`)}</Badge>}
        {state !== null && <Badge tone="neutral">{t(`health-record.state-${state}`)}</Badge>}
      </p>
      {range !== null && <p className={lettering.key}>{t('health-record.range', { range })}</p>}
      <p className={lettering.key}>
        {[when ?? t('health-record.no-day'), source].filter((one) => one !== null).join(' · ')}
      </p>
      {planName !== null && <p className={lettering.key}>{t('health-record.sent-by', { plan: planName })}</p>}
    </>
  )
}
