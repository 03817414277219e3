import { CircleCheck, Clock } from 'lucide-react'
import { RichText } from '../../base/texts/rich-text.tsx'
import { useText } from '../../base/texts/text.tsx'
import { useRoundMoney } from '../../base/texts/use-round-money.ts'
import lettering from '../../kit/layout/lettering.module.css'
import { useViewedName } from '../../session/acting/use-viewed-name.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { createPart, LazyPart } from '../../ui/lazy-part.tsx'
import { Meter } from '../../ui/meter.tsx'
import { type ProgressGroup, progressGroups, type YearProgress } from './progress.ts'
import styles from './progress-card.module.css'
import type { OverviewData } from './types.ts'

const tooltip = createPart(async () => (await import('../../kit/tooltips/named-tooltip.tsx')).NamedTooltip)
const tooltipNames = { deductible: 'TOOLTIP_DEDUCTIBLE', 'out-of-pocket': 'TOOLTIP_OUT_OF_POCKET' } as const

/** How much of the deductible and the out-of-pocket maximum is used and left (MP-1). */
export function ProgressCard({
  accumulators,
  limitsTold,
  standing,
}: Pick<OverviewData, 'accumulators' | 'limitsTold' | 'standing'>) {
  const t = useText()
  const groups = progressGroups(accumulators)
  const name = useViewedName()
  return (
    <Card
      title={name === null ? t('landing.progress-title') : t('landing.progress-title-of', { name })}
      className={styles.card}
    >
      {groups.length === 0 &&
        (limitsTold || standing === 'ended' ? (
          <p>{t(limitsTold ? 'landing.progress-none' : 'landing.progress-ended')}</p>
        ) : (
          <EmptyState icon={<Clock />} title={t('landing.progress-empty-title')} text={t('landing.progress-empty')} />
        ))}
      {groups.map((group) => (
        <ProgressSection key={group.kind} group={group} />
      ))}
    </Card>
  )
}

function ProgressSection({ group }: { readonly group: ProgressGroup }) {
  const t = useText()
  const name = t(`landing.progress-${group.kind}`)
  const [first, ...others] = group.networks
  const inNetwork = (network: YearProgress['network']) => `${name}, ${t(`landing.progress-${network}`)}`
  return (
    <section className={styles.group} aria-label={name}>
      <div className={styles.term}>
        <h3>{name}</h3>
        <span className={styles.tip}>
          <LazyPart part={tooltip} props={{ name: tooltipNames[group.kind], term: name }} />
        </span>
      </div>
      <p className={lettering.small}>
        {others.length > 0 && `${t(`landing.progress-${first.network}`)} · `}
        {t(`landing.progress-${group.kind}-meaning`)}
        {first.family && ` ${t('landing.progress-family')}`}
      </p>
      <MainProgress progress={first} label={others.length > 0 ? inNetwork(first.network) : name} />
      {others.map((progress) => (
        <SideProgress
          key={progress.network}
          progress={progress}
          label={inNetwork(progress.network)}
          family={first.family}
        />
      ))}
    </section>
  )
}

interface ProgressProps {
  readonly progress: YearProgress
  readonly label: string
}

function MainProgress({ progress, label }: ProgressProps) {
  const t = useText()
  const money = useRoundMoney()
  const { usedCents, leftCents } = progress
  if (usedCents === null || leftCents === null) return <Unknown progress={progress} />
  const values = { used: money(usedCents), limit: money(progress.limitCents) }
  return (
    <div className={styles.progress}>
      <p className={styles.line}>
        <span>
          <RichText
            id="landing.progress-used"
            values={values}
            elements={{ amount: (words) => <strong className={styles.amount}>{words}</strong> }}
          />
        </span>
        {progress.met ? (
          <Met />
        ) : (
          <span className={styles.left}>{t('landing.progress-left', { left: money(leftCents) })}</span>
        )}
      </p>
      <Bar progress={progress} label={label} />
    </div>
  )
}

/** The network that the member uses less, shown smaller; `family`: whether the limit above it is the family's. */
function SideProgress({ progress, label, family }: ProgressProps & Pick<YearProgress, 'family'>) {
  const t = useText()
  const money = useRoundMoney()
  if (progress.leftCents === null) return null
  const values = { left: money(progress.leftCents), limit: money(progress.limitCents) }
  return (
    <div className={styles.side}>
      <p className={styles.line}>
        <span>
          {t(`landing.progress-${progress.network}`)}
          {progress.family !== family &&
            ` · ${t(progress.family ? 'landing.progress-family' : 'landing.progress-one')}`}
        </span>
        {progress.met ? <Met /> : <span className={styles.left}>{t('landing.progress-left-of', values)}</span>}
      </p>
      <Bar progress={progress} label={label} className={styles.thin} />
    </div>
  )
}

/** The plan's limit when the used amount is not known: without a bar, which would look like zero. */
function Unknown({ progress }: Pick<ProgressProps, 'progress'>) {
  const t = useText()
  const money = useRoundMoney()
  return <p className={styles.progress}>{t('landing.progress-unknown', { limit: money(progress.limitCents) })}</p>
}

function Met() {
  const t = useText()
  return (
    <span className={styles.met}>
      <CircleCheck aria-hidden="true" />
      {t('landing.progress-met')}
    </span>
  )
}

function Bar({ progress, label, className }: ProgressProps & { readonly className?: string | undefined }) {
  const t = useText()
  const money = useRoundMoney()
  const { usedCents, limitCents } = progress
  if (usedCents === null) return null
  const valueText = t('landing.progress-used-plain', { used: money(usedCents), limit: money(limitCents) })
  return <Meter label={label} value={usedCents} max={limitCents} valueText={valueText} className={className} />
}
