import { useFormat } from '../messages/format.ts'
import { RichText } from '../messages/rich-text.tsx'
import { useText } from '../messages/text.tsx'
import { Card } from '../ui/card.tsx'
import { Meter } from '../ui/meter.tsx'
import type { Progress, ProgressGroup } from './progress.ts'
import { progressGroups } from './progress.ts'
import styles from './progress-card.module.css'
import type { OverviewData } from './types.ts'

/** How far deductible and out-of-pocket maximum have come, and what is left of them (MP-1). */
export function ProgressCard({ accumulators }: Pick<OverviewData, 'accumulators'>) {
  const t = useText()
  const groups = progressGroups(accumulators)
  return (
    <Card title={t('landing.progress-title')}>
      {groups.length === 0 && <p className={styles.meaning}>{t('landing.progress-empty')}</p>}
      {groups.map((group) => (
        <section key={group.kind} className={styles.group} aria-label={t(`landing.progress-${group.kind}`)}>
          <h3>{t(`landing.progress-${group.kind}`)}</h3>
          <p className={styles.meaning}>{t(`landing.progress-${group.kind}-meaning`)}</p>
          {group.networks.map((progress) => (
            <ProgressBar key={progress.network} group={group} progress={progress} />
          ))}
        </section>
      ))}
    </Card>
  )
}

interface ProgressBarProps {
  readonly group: ProgressGroup
  readonly progress: Progress
}

function ProgressBar({ group, progress }: ProgressBarProps) {
  const t = useText()
  const { money } = useFormat()
  const inWords = { used: money(progress.usedCents), limit: money(progress.limitCents) }
  const [name, network] = [t(`landing.progress-${group.kind}`), t(`landing.progress-${progress.network}`)]
  const several = group.networks.length > 1
  return (
    <div className={styles.progress} data-network={progress.network}>
      <p className={styles.line}>
        <span>
          <RichText
            id="landing.progress-used"
            values={inWords}
            elements={{ amount: (words) => <strong className={styles.amount}>{words}</strong> }}
          />
        </span>
        {several && <span className={styles.network}>{network}</span>}
      </p>
      <Meter
        label={several ? `${name}, ${network}` : name}
        value={progress.usedCents}
        max={progress.limitCents}
        valueText={t('landing.progress-used-plain', inWords)}
      />
      <p className={styles.left}>
        {progress.met
          ? t(`landing.progress-met-${group.kind}`)
          : t('landing.progress-left', { left: money(progress.leftCents) })}
      </p>
    </div>
  )
}
