import { ArrowLeft, Printer } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { useFormat } from '../../base/texts/format.ts'
import { useMomentFormat } from '../../base/texts/moment.tsx'
import { useText } from '../../base/texts/text.tsx'
import { NumberLink } from '../../kit/phone/number-link.tsx'
import { Button } from '../../ui/button.tsx'
import { ComparisonTable } from '../../ui/comparison-table.tsx'
import { focusOn } from '../../ui/focus.ts'
import { fullName, postalAddress } from './entry-item.tsx'
import styles from './finder.module.css'
import type { EntryData } from './types.ts'
import { formatVisit, useVisitCosts } from './visits.tsx'

interface ComparisonProps {
  readonly entries: readonly EntryData[]
  readonly isMember: boolean
  readonly onBack: () => void
  readonly onOpen: (providerId: string) => void
  readonly onRemove: (entry: EntryData) => void
}

/** Up to four providers side by side (MP-23). */
export function Comparison({ entries, isMember, onBack, onOpen, onRemove }: ComparisonProps) {
  const t = useText()
  const format = useMomentFormat()
  const amounts = useFormat()
  const visits = useVisitCosts(entries, isMember)
  const view = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => focusOn(view.current?.querySelector('h2') ?? null), [])
  const toEntryId = (one: EntryData) => `${one.providerId}-${one.place}`
  const of = (id: string) => entries.find((one) => toEntryId(one) === id)
  const formatKnown = (is: boolean | null | undefined) =>
    is == null ? t('finder.unknown') : t(is ? 'finder.yes' : 'finder.no')
  const row = (id: string, label: string, tell: (entry: EntryData) => React.ReactNode) => ({
    id,
    label,
    cell: (itemId: string) => {
      const entry = of(itemId)
      return entry === undefined ? null : tell(entry) || t('finder.unknown')
    },
  })
  return (
    <div ref={view} className={styles.profile}>
      <div className={styles.profileTools}>
        <Button variant="quiet" className={styles.back} icon={<ArrowLeft aria-hidden="true" />} onClick={onBack}>
          {t('finder.back')}
        </Button>
        <Button variant="quiet" icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
          {t('finder.print')}
        </Button>
      </div>
      <ComparisonTable
        title={t('finder.compare-title')}
        items={entries.map((one) => ({ id: toEntryId(one), name: fullName(one) }))}
        onRemove={(id) => {
          const entry = of(id)
          if (entry) onRemove(entry)
        }}
        rows={[
          row(
            'care',
            t('finder.care'),
            (one) => one.specialties.map(({ name }) => name).join(', ') || one.specialtyName,
          ),
          row('miles', t('finder.distance'), (one) => one.miles !== null && t('finder.away', { miles: one.miles })),
          row(
            'networks',
            t('finder.networks'),
            (one) => one.networks.map(({ name }) => name).join(', ') || t('finder.network-unknown'),
          ),
          row('accepting', t('finder.new-patients'), (one) => formatKnown(one.accepting)),
          ...(isMember
            ? [
                row('visit', t('finder.visit'), ({ npi }) => {
                  const visit = visits.get(npi ?? '')
                  return visit && `${t(`finder.visit-${visit.kind}`)}: ${formatVisit(visit, t, amounts)}`
                }),
              ]
            : []),
          row('address', t('finder.address'), postalAddress),
          row('phone', t('finder.phone'), (one) => one.phone !== null && <NumberLink number={one.phone} />),
          row(
            'rating',
            t('finder.rating'),
            (one) => one.rating !== null && t('finder.rating-of', { rating: one.rating }),
          ),
          row('confirmed', t('finder.confirmed'), (one) => one.verifiedOn !== null && format.date(one.verifiedOn)),
          row('details', t('finder.details'), (one) => (
            <Button
              variant="quiet"
              aria-label={t('finder.details-of', { name: one.name })}
              onClick={() => onOpen(one.providerId)}
            >
              {t('finder.details')}
            </Button>
          )),
        ]}
      />
    </div>
  )
}
