import { useText } from '../../base/texts/text.tsx'
import styles from './coverage-view.module.css'
import { Standing } from './standing.tsx'
import type { PlanData } from './types.ts'

interface PlanChoiceProps {
  readonly plans: readonly PlanData[]
  readonly chosen: number
  readonly onChoose: (index: number) => void
}

/** The choice between several plans; ended ones are listed separately. */
export function PlanChoice({ plans, chosen, onChoose }: PlanChoiceProps) {
  const t = useText()
  const all = plans.map((plan, index) => ({ plan, index }))
  const groups = [
    { title: t('coverage.plans'), items: all.filter(({ plan }) => plan.standing !== 'ended') },
    { title: t('coverage.past'), items: all.filter(({ plan }) => plan.standing === 'ended') },
  ]
  return (
    <nav className={styles.choice} aria-label={t('coverage.plans')}>
      {groups
        .filter(({ items }) => items.length > 0)
        .map(({ title, items }) => (
          <div key={title}>
            <h2>{title}</h2>
            {/* biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list */}
            <ul role="list">
              {items.map(({ plan, index }) => (
                <li key={index}>
                  <button
                    type="button"
                    className={styles.plan}
                    aria-pressed={index === chosen}
                    onClick={() => onChoose(index)}
                  >
                    <span className={styles.planName}>{plan.planName}</span>
                    <span className={styles.planMeta}>
                      {t(`coverage.kind-${plan.kind}`)} <Standing standing={plan.standing} />
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </div>
        ))}
    </nav>
  )
}
