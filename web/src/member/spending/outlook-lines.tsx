import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import styles from './outlook.module.css'
import type { OutlookData } from './outlook.tsx'

type Line = OutlookData['lines'][number]

/** The expected care, line by line: how often, at what price and why, and what is not counted. */
export function OutlookLines({ lines }: { readonly lines: readonly Line[] }) {
  const t = useText()
  const isOfSeveral = new Set(lines.map(({ person }) => person.memberId)).size > 1
  return (
    <section aria-label={t('outlook.lines')}>
      <h3>{t('outlook.lines')}</h3>
      <ul className={styles.lines}>
        {lines.map((line) => (
          <OutlookItem key={line.lineId} line={line} isNamed={isOfSeveral} />
        ))}
      </ul>
      {lines.some(({ kind, why, cents }) => kind === 'approval' && why === 'price' && cents === null) && (
        <p>
          <Link to={links.careCost()}>{t('outlook.find-price')}</Link>
        </p>
      )}
    </section>
  )
}

function OutlookItem({ line, isNamed }: { readonly line: Line; readonly isNamed: boolean }) {
  const t = useText()
  const { money } = useFormat()
  const { kind, name, names, times, eachCents, cents, person } = line
  const unnamed = kind === 'refill' ? 'outlook.unnamed-refill' : 'outlook.unnamed'
  const title = kind === 'checkup' ? t('outlook.checkups', { count: names.length }) : (name ?? t(unnamed))
  return (
    <li className={styles.line}>
      <p className={styles.head}>
        <span>{title}</span>
        {cents === null ? (
          <span className={styles.open}>{t('outlook.not-counted')}</span>
        ) : (
          <span className={styles.amount}>
            {/* A sum runs from left to right in each of the portal's languages. */}
            <bdi dir="ltr">
              {times !== 1 && times !== null && eachCents !== null && cents > 0 && (
                <span className={styles.open}>{t('outlook.times', { count: times, each: money(eachCents) })} = </span>
              )}
              <strong>{money(cents)}</strong>
            </bdi>
          </span>
        )}
      </p>
      {isNamed && <p className={lettering.small}>{t('outlook.for', { name: person.firstName })}</p>}
      <p className={lettering.small}>
        <Words line={line} />
      </p>
    </li>
  )
}

function Words({ line }: { readonly line: Line }) {
  const words = { refill: RefillWords, approval: ApprovalWords, checkup: CheckupWords }
  const t = useText()
  const Own = words[line.kind]
  return (
    <>
      <Own line={line} />
      {line.pastLimit && line.why !== null && ` ${t('outlook.past-limit')}`}
      {!line.counts && line.cents !== null && ` ${t('outlook.beside')}`}
    </>
  )
}

function RefillWords({ line }: { readonly line: Line }) {
  const t = useText()
  const { money, dateLong } = useFormat()
  const { times, why, firstDay, daysSupply, pricedOn, eachCents, refillsLeft } = line
  if (why === 'as-needed' || why === 'once') return t(`outlook.why-${why}`)
  if (why === 'times' || times === null || firstDay === null) return t('outlook.why-times-refill')
  const isShort = refillsLeft !== null && refillsLeft < times
  return [
    t('outlook.refills', { count: times, days: daysSupply, day: dateLong(firstDay) }),
    eachCents === null || pricedOn === null
      ? t('outlook.why-price-refill')
      : t('outlook.priced', { each: money(eachCents), day: dateLong(pricedOn) }),
    ...(isShort ? [t('outlook.renew', { count: refillsLeft })] : []),
  ].join(' ')
}

function ApprovalWords({ line }: { readonly line: Line }) {
  const t = useText()
  const { money, dateLong } = useFormat()
  const { times, eachCents, endsOn } = line
  return [
    times === null ? t('outlook.approved-unknown') : t('outlook.approved', { count: times }),
    ...(endsOn === null ? [] : [t('outlook.approved-until', { day: dateLong(endsOn) })]),
    eachCents === null ? t('outlook.why-price-approval') : t('outlook.why-copay', { each: money(eachCents) }),
  ].join(' ')
}

function CheckupWords({ line: { names, why } }: { readonly line: Line }) {
  const t = useText()
  return `${names.join(', ')}. ${t(why === null ? 'outlook.checkups-free' : 'outlook.why-price-checkup')}`
}
