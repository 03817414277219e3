import { isMetByFamily } from '@portico/rules/coverage/balances'
import { CircleCheck, Clock } from 'lucide-react'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { useRoundMoney } from '../../base/texts/use-round-money.ts'
import lettering from '../../kit/layout/lettering.module.css'
import { useViewedName } from '../../session/acting/use-viewed-name.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Meter } from '../../ui/meter.tsx'
import type { BalanceData, PlanData } from './types.ts'
import styles from './year-card.module.css'

type Kind = BalanceData['kind']

/** A limit of one person, or of the whole family. */
interface ShownLimit {
  readonly who: string
  readonly balance: BalanceData
  /** The family's limit is used up, so that nothing is left of this one. */
  readonly metByFamily: boolean
}

const kinds = ['deductible', 'out-of-pocket'] as const
const networks = ['in', 'out'] as const

/** The deductible and out-of-pocket maximum used so far, for person and family, as meters with text. */
export function YearCard({ plan }: { readonly plan: PlanData }) {
  const t = useText()
  const { date } = useFormat()
  const name = useViewedName()
  const shown = listLimits(plan, { you: name ?? t('coverage.you'), family: t('coverage.family') })
  // For coverage that has ended, nothing is likely to come.
  const isOver = plan.standing === 'ended'
  const isWithheld = plan.people.length === 0 && plan.family === 'withheld'
  return (
    <Card title={name === null ? t('coverage.year') : t('coverage.year-of', { name })}>
      {plan.year !== null && (
        <p className={lettering.small}>
          {t('coverage.year-days', { begins: date(plan.year.begins), ends: date(plan.year.ends) })}
        </p>
      )}
      {shown.length === 0 &&
        (isWithheld || plan.loadedAt !== null ? (
          <p>{t(isWithheld ? 'coverage.year-withheld' : 'coverage.year-no-limits')}</p>
        ) : (
          <EmptyState
            icon={<Clock />}
            title={t(isOver ? 'coverage.year-ended-title' : 'coverage.year-none-title')}
            text={t(isOver ? 'coverage.year-ended' : 'coverage.year-none')}
          />
        ))}
      {kinds.map((kind) => (
        <KindSection
          key={kind}
          kind={kind}
          plan={plan}
          shown={shown.filter(({ balance }) => balance.kind === kind)}
          marked={isToldAndCounted(shown)}
        />
      ))}
      {!isWithheld && shown.length > 0 && plan.family === 'withheld' && (
        <p className={lettering.small}>{t('coverage.family-withheld')}</p>
      )}
      <Basis plan={plan} shown={shown} />
    </Card>
  )
}

function listLimits(
  { people, family }: PlanData,
  words: { readonly you: string; readonly family: string },
): ShownLimit[] {
  const shared = family === 'withheld' || family === null ? [] : family
  const own = people.flatMap(({ firstName, own: isOwn, balances }) =>
    balances.map((balance) => ({
      who: isOwn ? words.you : firstName,
      balance,
      metByFamily: isMetByFamily(balance, shared),
    })),
  )
  return [...own, ...shared.map((balance) => ({ who: words.family, balance, metByFamily: false }))]
}

function KindSection({
  kind,
  plan,
  shown,
  marked,
}: {
  readonly kind: Kind
  readonly plan: PlanData
  readonly shown: readonly ShownLimit[]
  /** Whether amounts that we counted are marked. */
  readonly marked: boolean
}) {
  const t = useText()
  if (shown.length === 0) return null
  const rule = ruleToSay(plan, kind)
  const name = t(`coverage.${kind}`)
  return (
    <section className={styles.kind} aria-label={name}>
      <h3>{name}</h3>
      <p className={lettering.small}>{t(`coverage.${kind}-meaning`, { drugs: plan.drugsApart ? 'apart' : 'in' })}</p>
      {networks.map((network) => {
        const inNetwork = shown.filter(({ balance }) => balance.network === network)
        return (
          inNetwork.length > 0 && (
            <div key={network} className={styles.network}>
              <h4>{t(`coverage.${network}`)}</h4>
              {inNetwork.map((limit) => (
                <Progress
                  key={limit.who}
                  {...limit}
                  marked={marked}
                  label={`${name}, ${t(`coverage.${network}`)}, ${limit.who}`}
                />
              ))}
            </div>
          )
        )
      })}
      {rule !== null && (
        <p className={styles.rule}>
          {t(
            rule === 'aggregate' && kind === 'out-of-pocket' ? 'coverage.aggregate-out-of-pocket' : `coverage.${rule}`,
          )}
        </p>
      )}
    </section>
  )
}

/** What the family's limit means for each person. For embedded limits it is said once, at the end, since it is the same for both kinds. */
function ruleToSay({ family, familyRules }: PlanData, kind: Kind) {
  if (family === null || family === 'withheld') return null
  const isSaidLater = kind === 'deductible' && family.some((one) => one.kind === 'out-of-pocket')
  const rule = familyRules[kind]
  return rule === 'embedded' && isSaidLater && familyRules['out-of-pocket'] === 'embedded' ? null : rule
}

interface ProgressProps extends ShownLimit {
  readonly label: string
  readonly marked: boolean
}

function Progress({ who, balance, metByFamily, label, marked }: ProgressProps) {
  const t = useText()
  const money = useRoundMoney()
  const { usedCents, limitCents } = balance
  if (usedCents === null) {
    return (
      <p className={styles.progress}>
        <span className={styles.name}>{who}</span> {t('coverage.used-unknown', { limit: money(limitCents) })}
      </p>
    )
  }
  const isOurs = marked && balance.basis === 'counted'
  const words = t(isOurs ? 'coverage.used-counted' : 'coverage.used', {
    used: money(usedCents),
    limit: money(limitCents),
  })
  const left = limitCents - usedCents
  return (
    <div className={styles.progress}>
      <p className={styles.line}>
        <span>
          <span className={styles.name}>{who}</span> {words}
        </span>
        {left > 0 && !metByFamily ? (
          <span>{t('coverage.left', { left: money(left) })}</span>
        ) : (
          <span className={styles.met}>
            <CircleCheck aria-hidden="true" />
            {t(left > 0 ? 'coverage.met-by-family' : 'coverage.met')}
          </span>
        )}
      </p>
      <Meter label={label} value={usedCents} max={limitCents} valueText={words} />
    </div>
  )
}

/** Whether some amounts come from the plan and others from our count, so that each must say which. */
function isToldAndCounted(shown: readonly ShownLimit[]): boolean {
  return (['told', 'counted'] as const).every((basis) => shown.some(({ balance }) => balance.basis === basis))
}

/** Whether the numbers come from the plan or were added up from claims, and as of when. */
function Basis({ plan, shown }: { readonly plan: PlanData; readonly shown: readonly ShownLimit[] }) {
  const t = useText()
  const { dateLong } = useFormat()
  if (shown.length === 0) return null
  const told = shown.flatMap(({ balance: { basis, asOf } }) => (basis === 'told' && asOf !== null ? [asOf] : [])).sort()
  const newest = told.at(-1)
  const isMixed = isToldAndCounted(shown)
  const counted = shown.some(({ balance }) => balance.basis === 'counted')
  const unknown = shown.some(({ balance }) => balance.basis === null)
  return (
    <div className={styles.basis}>
      {newest !== undefined && <p>{t('coverage.told', { day: dateLong(newest) })}</p>}
      {counted && plan.countedAsOf !== null && (
        <p>{t(isMixed ? 'coverage.counted-some' : 'coverage.counted', { day: dateLong(plan.countedAsOf) })}</p>
      )}
      {unknown && <p>{t(plan.countedAsOf === null ? 'coverage.not-counted' : 'coverage.not-counted-all')}</p>}
    </div>
  )
}
