import { useText } from '../../base/texts/text.tsx'
import { useRoundMoney } from '../../base/texts/use-round-money.ts'
import lettering from '../../kit/layout/lettering.module.css'
import { useViewedName } from '../../session/acting/use-viewed-name.ts'
import styles from './outlook.module.css'
import type { OutlookData } from './outlook.tsx'

type Limit = OutlookData['limits'][number]

const width = 1000
const kinds = ['out-of-pocket', 'deductible'] as const

interface OutlookLimitsProps {
  readonly outlook: OutlookData
  /** The expected care has no price. */
  readonly isUnknown: boolean
}

/** What is left of deductible and out-of-pocket maximum, the latter as bars that include expected costs. */
export function OutlookLimits({ outlook, isUnknown }: OutlookLimitsProps) {
  const t = useText()
  const { family } = outlook
  const limits = outlook.limits.map((limit) => (isUnknown ? { ...limit, toComeCents: null } : limit))
  // If no costs are expected, no limit could reduce them; if nobody knows them, nothing is too high.
  const hasAmount = !isUnknown && outlook.likelyCents !== 0
  const notes = [
    ...(limits.length === 0 && family !== 'withheld' && hasAmount ? [t('outlook.no-limits')] : []),
    ...(family === 'withheld' ? [t('outlook.withheld')] : []),
    ...(limits.some(({ person }) => person === null) ? [t('outlook.others')] : []),
  ]
  if (limits.length === 0 && notes.length === 0) return null
  return (
    <section aria-label={t('outlook.limits')} className={styles.limits}>
      <h3>{t('outlook.limits')}</h3>
      {limits.some(({ kind }) => kind === 'out-of-pocket') && <Legend />}
      {kinds.map((kind) => {
        const own = limits.filter((one) => one.kind === kind)
        return (
          own.length > 0 && (
            <div key={kind} className={styles.kind}>
              <h4>{t(`outlook.${kind}`)}</h4>
              {own.map((limit) => (
                <LimitLine
                  key={limit.person?.memberId ?? ''}
                  limit={limit}
                  isFirst={limit === own[0]}
                  isFamilyMet={own.some(({ person, leftCents }) => person === null && leftCents === 0)}
                />
              ))}
            </div>
          )
        )
      })}
      {notes.map((note) => (
        <p key={note} className={lettering.small}>
          {note}
        </p>
      ))}
    </section>
  )
}

function Legend() {
  const t = useText()
  return (
    <ul className={styles.legend} aria-hidden="true">
      {(['used', 'come', 'rest'] as const).map((part) => (
        <li key={part}>
          <span className={styles.swatch} data-part={part} />
          {t(`outlook.${part}`)}
        </li>
      ))}
    </ul>
  )
}

interface LimitLineProps {
  readonly limit: Limit
  readonly isFirst: boolean
  /** The family's limit of this kind is used up, so that nobody has anything left of their own. */
  readonly isFamilyMet: boolean
}

function LimitLine({ limit, isFirst, isFamilyMet }: LimitLineProps) {
  const t = useText()
  const money = useRoundMoney()
  const viewed = useViewedName()
  const { person, kind, limitCents, leftCents } = limit
  const own = isFirst ? (viewed ?? t('outlook.you')) : (person?.firstName ?? '')
  const who = person === null ? t('outlook.family') : own
  const isMetByFamily = isFamilyMet && person !== null && leftCents !== 0
  if (isMetByFamily) {
    return (
      <p className={styles.limit}>
        <span>{who}</span>
        <span>{t('outlook.met-by-family')}</span>
      </p>
    )
  }
  return (
    <div>
      <p className={styles.limit}>
        <span>{who}</span>
        <span>
          {leftCents === null
            ? t('outlook.left-unknown', { limit: money(limitCents) })
            : t('outlook.left', { left: money(leftCents), limit: money(limitCents) })}
        </span>
      </p>
      {kind === 'out-of-pocket' && <LimitBar limit={limit} />}
    </div>
  )
}

/** A bar in three parts; the words below it say the same. */
function LimitBar({ limit: { limitCents, leftCents, toComeCents } }: { readonly limit: Limit }) {
  const t = useText()
  const money = useRoundMoney()
  if (leftCents === null) return null
  const come = Math.min(toComeCents ?? 0, leftCents)
  const share = (cents: number) => (limitCents > 0 ? Math.round((cents / limitCents) * width) : width)
  const used = share(limitCents - leftCents)
  const words = { used: money(limitCents - leftCents), rest: money(leftCents - come), limit: money(limitCents) }
  return (
    <>
      <svg viewBox={`0 0 ${width} 12`} preserveAspectRatio="none" aria-hidden="true" className={styles.bar}>
        <rect width={used} height="12" data-part="used" />
        <rect x={used} width={Math.min(share(come), width - used)} height="12" data-part="come" />
      </svg>
      <p className={lettering.small}>
        {toComeCents === null ? t('outlook.bar-unpriced', words) : t('outlook.bar', { ...words, come: money(come) })}
      </p>
    </>
  )
}
