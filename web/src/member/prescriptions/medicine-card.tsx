import { useFormat } from '../../base/texts/format.ts'
import { Spoken } from '../../base/texts/spoken.tsx'
import { useText, useTexts } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Badge, type BadgeProps } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Meter } from '../../ui/meter.tsx'
import { doseWords } from './dose-words.ts'
import { amountWords, FillHistory } from './fill-history.tsx'
import styles from './medicine-card.module.css'
import type { MedicineData, OrderData } from './types.ts'

/** How many days before a medicine runs out it is highlighted. */
const soonDays = 7

/** One medicine: how to take it, how much is left, what it cost. Anything unknown is said to be unknown. */
export function MedicineCard({
  medicine: given,
  isFamily,
  order = null,
  onOrder,
}: {
  readonly medicine: MedicineData
  readonly isFamily: boolean
  /** The open request for more of it. */
  readonly order?: OrderData | null
  /** Left out: the reader may not ask for more. */
  readonly onOrder?: ((medicine: MedicineData) => void) | undefined
}) {
  const t = useText()
  const format = useFormat()
  const { language } = useTexts()
  const { name, person, dose, dosing, taken, fills } = given
  const medicine = { ...given, name: name || t('prescriptions.unnamed') }
  return (
    <Card
      title={name ? <Spoken language="en">{name}</Spoken> : medicine.name}
      headingLevel={3}
      action={taken && <Left medicine={medicine} />}
    >
      {isFamily && <p className={styles.who}>{t('prescriptions.for', { name: person.firstName })}</p>}
      <p className={styles.dose}>
        {dose !== null ? (
          <Spoken language="en">{dose}</Spoken>
        ) : dosing === null ? (
          t('prescriptions.dose-unknown')
        ) : (
          doseWords(dosing, t, format)
        )}
      </p>
      {/* Shown as it was written: a translation could change the dose. */}
      {dose !== null && language !== 'en' && <p className={lettering.small}>{t('prescriptions.dose-as-written')}</p>}
      {taken && <Supply medicine={medicine} />}
      <Facts medicine={medicine} />
      {taken && order === null && (
        <p className={styles.next}>{t(`prescriptions.next-${name ? findNextStep(medicine) : 'unnamed'}`)}</p>
      )}
      {taken && <More medicine={medicine} order={order} onOrder={name ? onOrder : undefined} />}
      {fills.length > 0 && <FillHistory medicine={medicine} />}
    </Card>
  )
}

/** A supply that lasts at most this many days can be refilled without question. */
const littleDays = 7

/** What to do next; if little is left, the text does not mention a pharmacy that may wait until then. */
function findNextStep({ next, daysLeft }: MedicineData) {
  return next === 'refill' && daysLeft !== null && daysLeft <= littleDays ? 'refill-now' : next
}

function More({
  medicine,
  order,
  onOrder,
}: Pick<Parameters<typeof MedicineCard>[0], 'medicine' | 'order' | 'onOrder'>) {
  const t = useText()
  const { name, next, fills } = medicine
  if (order) return <p className={styles.next}>{t('prescriptions.order-open', { receipt: order.receipt })}</p>
  if (onOrder === undefined) return null
  if (fills[0]?.pharmacyName == null) return <p className={lettering.small}>{t('prescriptions.order-no-pharmacy')}</p>
  const action = t(next === 'renew' ? 'prescriptions.order-renewal' : 'prescriptions.order-refill')
  return (
    <p className={styles.order}>
      <Button
        variant="secondary"
        aria-label={t('prescriptions.order-of', { action, name })}
        onClick={() => onOrder(medicine)}
      >
        {action}
      </Button>
    </p>
  )
}

function Left({ medicine: { daysLeft } }: { readonly medicine: MedicineData }) {
  const t = useText()
  if (daysLeft === null) return <Badge tone="neutral">{t('prescriptions.left-unknown')}</Badge>
  const tone: BadgeProps['tone'] = daysLeft === 0 ? 'danger' : daysLeft <= soonDays ? 'warning' : 'success'
  return (
    <Badge tone={tone}>
      {daysLeft === 0 ? t('prescriptions.left-none') : t('prescriptions.left', { days: daysLeft })}
    </Badge>
  )
}

function Supply({ medicine }: { readonly medicine: MedicineData }) {
  const t = useText()
  const { dateLong } = useFormat()
  const { name, daysLeft, daysSupply, lastDay, fills } = medicine
  if (daysLeft === null || lastDay === null) {
    return (
      <p className={lettering.small}>
        {t(fills.length === 0 ? 'prescriptions.never-filled' : 'prescriptions.lasts-unknown')}
      </p>
    )
  }
  return (
    <div className={styles.supply}>
      <Meter
        label={t('prescriptions.left-label', { name })}
        value={daysLeft}
        max={Math.max(daysSupply ?? 0, daysLeft)}
        valueText={t('prescriptions.left', { days: daysLeft })}
      />
      <p className={lettering.small}>
        {t(daysLeft === 0 ? 'prescriptions.lasted' : 'prescriptions.lasts', { day: dateLong(lastDay) })}
      </p>
    </div>
  )
}

function Facts({ medicine }: { readonly medicine: MedicineData }) {
  const t = useText()
  const { date } = useFormat()
  const unknown = t('prescriptions.unknown')
  const { prescriber, isOwn, fills } = medicine
  const [last] = fills
  const amount = last === undefined ? null : amountWords(last, t)
  const lastFill =
    last === undefined
      ? unknown
      : amount === null
        ? date(last.day)
        : t('prescriptions.last-fill-amount', { day: date(last.day), amount })
  const refills = useRefills(medicine)
  const cost = useCost(last)
  return (
    <dl className={styles.facts}>
      <Fact label={t('prescriptions.prescriber')}>{prescriber ?? (isOwn ? t('prescriptions.own') : unknown)}</Fact>
      <Fact label={t('prescriptions.pharmacy')}>
        {last?.pharmacyName ?? unknown}
        {last?.pharmacyAddress && <span className={styles.address}>{last.pharmacyAddress}</span>}
      </Fact>
      <Fact label={t('prescriptions.last-fill')}>{lastFill}</Fact>
      <Fact label={t('prescriptions.refills')}>{refills}</Fact>
      {last !== undefined && <Fact label={t('prescriptions.cost')}>{cost}</Fact>}
    </dl>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function useRefills({ refillsLeft: left, refillsAllowed: allowed, endsOn, taken }: MedicineData): string {
  const t = useText()
  const { date } = useFormat()
  if (left === null) return t('prescriptions.unknown')
  if (left === 0 && allowed === 0) return t('prescriptions.refills-none')
  const day = endsOn === null ? '' : date(endsOn)
  if (left === 0 && endsOn !== null && (allowed ?? 0) > 0 && !taken) return t('prescriptions.refills-over', { day })
  if (left === 0 || endsOn === null)
    return allowed === null ? String(left) : t('prescriptions.refills-of', { left, allowed })
  return allowed === null
    ? t('prescriptions.refills-until', { left, day })
    : t('prescriptions.refills-of-until', { left, allowed, day })
}

function useCost(last: MedicineData['fills'][number] | undefined): string {
  const t = useText()
  const { money } = useFormat()
  if (last === undefined) return ''
  if (last.isOpen) return t('prescriptions.cost-open')
  if (last.youCents === null) return t('prescriptions.unknown')
  const you = money(last.youCents)
  return last.planCents === null
    ? t('prescriptions.cost-you', { you })
    : t('prescriptions.cost-shares', { you, plan: money(last.planCents) })
}
