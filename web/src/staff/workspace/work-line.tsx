import { easternParts } from '@portico/rules/time/eastern'
import { Clock, Scale, TriangleAlert, UserRound } from 'lucide-react'
import { QuietLink } from '../../base/router/quiet-link.tsx'
import { useFormat } from '../../base/texts/format.ts'
import { MomentText } from '../../base/texts/moment-text.tsx'
import { useText } from '../../base/texts/text.tsx'
import { useNow } from '../../base/use-now.ts'
import { Badge } from '../../ui/badge.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { useDue } from './use-due.ts'
import type { WorkList } from './use-list.ts'
import styles from './work-list.module.css'

interface WorkLineProps {
  readonly id: string
  readonly line: NonNullable<WorkList['lines']>[number]
  readonly brandName: string
  readonly to: string
  readonly open: boolean
  /** Null: lines cannot be chosen now. */
  readonly chosen: boolean | null
  readonly onChoose: () => void
}

/** One conversation: who, what, which plan, when it is due, and who has it. */
export function WorkLine({ id, line, brandName, to, open, chosen, onChoose }: WorkLineProps) {
  const t = useText()
  const format = useFormat()
  const { day: today } = easternParts(new Date(useNow().moment))
  const due = useDue()(line.dueAt)
  return (
    <li className={styles.item} data-choosing={chosen !== null || undefined}>
      {chosen !== null && (
        <Checkbox
          label={t('workspace.several.line', { name: line.memberName, subject: line.subject })}
          labelHidden
          className={styles.choose}
          checked={chosen}
          onValue={onChoose}
        />
      )}
      <QuietLink id={id} to={to} className={styles.line} aria-current={open ? 'true' : undefined}>
        <span className={styles.top}>
          <span className={styles.who}>{line.memberName}</span>
          {due ? (
            <span className={styles.due} data-overdue={due.overdue || undefined}>
              {due.overdue ? <TriangleAlert aria-hidden="true" /> : <Clock aria-hidden="true" />}
              <span>{due.text}</span>
            </span>
          ) : (
            <MomentText at={line.changedAt} className={styles.when} short />
          )}
        </span>
        <span className={styles.about}>
          <span className={styles.subject}>
            <bdi>{line.subject}</bdi>
          </span>
          {line.decideBy !== null && (
            <span className={styles.due} data-overdue={line.decideBy < today || undefined}>
              <Scale aria-hidden="true" />
              <span>{t('workspace.decide-by', { day: format.date(line.decideBy) })}</span>
            </span>
          )}
        </span>
        {line.excerpt && line.excerpt.length > 0 && (
          <span className={styles.excerpt} dir="auto">
            {line.excerpt.map((part, at) => {
              const key = `${at} ${part.text}`
              return part.hit ? <mark key={key}>{part.text}</mark> : <span key={key}>{part.text}</span>
            })}
          </span>
        )}
        <span className={styles.below}>
          <span className={styles.details}>
            {brandName} · {line.category}
          </span>
          {line.state !== 'open' && (
            <Badge tone="info" className={styles.badge}>
              {t(`workspace.state.${line.state}`)}
            </Badge>
          )}
          {line.assignee && (
            <span className={styles.assignee}>
              <UserRound aria-hidden="true" />
              {line.assignee.name}
            </span>
          )}
        </span>
      </QuietLink>
    </li>
  )
}
