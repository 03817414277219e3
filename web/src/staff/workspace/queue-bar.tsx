import { ageNames, maxSettled, queueViews } from '@portico/rules/workspace/work'
import type { ReactNode } from 'react'
import { useNavigate } from '../../base/router/navigation.ts'
import { QuietLink } from '../../base/router/quiet-link.tsx'
import { useText } from '../../base/texts/text.tsx'
import { Options } from '../../kit/forms/options.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { type QueueFilter, workspaceAddress } from './filter.ts'
import styles from './queue-bar.module.css'
import { countListed, type QueueCounts } from './use-queues.ts'

interface QueueBarProps {
  readonly filter: QueueFilter
  readonly counts: QueueCounts
  readonly threadId: string | null
}

/** Chooses which conversations are listed; each option shows its count (MC-6). */
export function QueueBar({ filter, counts, threadId }: QueueBarProps) {
  const t = useText()
  const navigate = useNavigate()
  const { queues, failed, reload } = counts
  if (queues === null && failed) return <ErrorState onRetry={reload} />
  const show = (more: Partial<QueueFilter>) =>
    navigate(workspaceAddress({ ...filter, ...more }, threadId), { quiet: true })
  const renderCount = (view: QueueFilter['view']) => {
    const count = queues && countListed(queues, { ...filter, view })
    const isSettled = view === 'waiting' || view === 'resolved'
    return isSettled && count !== null && count >= maxSettled ? t('workspace.most', { count: maxSettled }) : count
  }
  // Counts what the chosen view would list: in other views, counts of open conversations would not match the list.
  const formatOption = (name: string, more: Partial<QueueFilter>) => {
    const count = queues && countListed(queues, { ...filter, ...more })
    return count === null ? name : t('workspace.option', { name, count })
  }

  return (
    <div className={styles.bar}>
      <div className={styles.selects}>
        {(queues?.brands.length ?? 0) > 1 && (
          <QueueSelect by="brand" value={filter.brand} onValue={(brand) => show({ brand })}>
            <Options
              of={queues?.brands}
              value={({ code }) => code}
              text={({ code, name }) => formatOption(name, { brand: code })}
            />
          </QueueSelect>
        )}
        <QueueSelect by="category" value={filter.categoryId} onValue={(categoryId) => show({ categoryId })}>
          <Options
            of={queues?.categories}
            value={({ categoryId }) => categoryId}
            text={({ categoryId, label }) => formatOption(label, { categoryId })}
          />
        </QueueSelect>
        <QueueSelect
          by="age"
          value={filter.age}
          onValue={(value) => show({ age: ageNames.find((age) => age === value) ?? '' })}
        >
          <Options of={ageNames} text={(age) => formatOption(t(`workspace.age.${age}`), { age })} />
        </QueueSelect>
      </div>
      <ul className={styles.views} aria-label={t('workspace.views')}>
        {queueViews.map((view) => (
          <li key={view}>
            <QuietLink
              to={workspaceAddress({ ...filter, view }, threadId)}
              aria-current={view === filter.view ? 'true' : undefined}
              className={styles.view}
            >
              {t(`workspace.view.${view}`)}
              {renderCount(view) !== null && (
                <span
                  className={styles.count}
                  data-alarm={(view === 'overdue' && renderCount(view) !== 0) || undefined}
                >
                  {renderCount(view)}
                </span>
              )}
            </QuietLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface QueueSelectProps {
  readonly by: 'brand' | 'category' | 'age'
  /** '' for all. */
  readonly value: string
  readonly onValue: (value: string) => void
  readonly children: ReactNode
}

function QueueSelect({ by, value, onValue, children }: QueueSelectProps) {
  const t = useText()
  return (
    <select
      className={styles.select}
      aria-label={t(`workspace.${by}`)}
      value={value}
      onChange={(event) => onValue(event.target.value)}
    >
      <option value="">{t(`workspace.${by}.all`)}</option>
      {children}
    </select>
  )
}
