import { ageNames, maxSettled, queueViews } from '@portico/rules/workspace/work'
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
  // Of what the chosen view would list then: elsewhere the numbers of open ones would say something else than the list.
  const formatOption = (name: string, more: Partial<QueueFilter>) => {
    const count = queues && countListed(queues, { ...filter, ...more })
    return count === null ? name : t('workspace.option', { name, count })
  }

  return (
    <div className={styles.bar}>
      <div className={styles.selects}>
        {(queues?.brands.length ?? 0) > 1 && (
          <select
            className={styles.select}
            aria-label={t('workspace.brand')}
            value={filter.brand}
            onChange={(event) => show({ brand: event.target.value })}
          >
            <option value="">{t('workspace.brand.all')}</option>
            <Options
              of={queues?.brands}
              value={({ code }) => code}
              text={({ code, name }) => formatOption(name, { brand: code })}
            />
          </select>
        )}
        <select
          className={styles.select}
          aria-label={t('workspace.category')}
          value={filter.categoryId}
          onChange={(event) => show({ categoryId: event.target.value })}
        >
          <option value="">{t('workspace.category.all')}</option>
          <Options
            of={queues?.categories}
            value={({ categoryId }) => categoryId}
            text={({ categoryId, label }) => formatOption(label, { categoryId })}
          />
        </select>
        <select
          className={styles.select}
          aria-label={t('workspace.age')}
          value={filter.age}
          onChange={(event) => show({ age: ageNames.find((age) => age === event.target.value) ?? '' })}
        >
          <option value="">{t('workspace.age.all')}</option>
          <Options of={ageNames} text={(age) => formatOption(t(`workspace.age.${age}`), { age })} />
        </select>
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
