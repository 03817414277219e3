import { Check, Hand, Hourglass, RotateCcw, Undo2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useText } from '../../base/texts/text.tsx'
import { Options } from '../../kit/forms/options.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './thread-actions.module.css'
import type { OpenedThread } from './types.ts'
import type { WorkActions } from './use-work.ts'

interface ThreadActionsProps {
  readonly thread: OpenedThread
  /** The viewer's account id. */
  readonly me: string | null
  readonly work: WorkActions
}

/** Buttons to take a conversation, hand it over or give it back; to mark it waiting or resolved, or reopen it. */
export function ThreadActions({ thread, me, work }: ThreadActionsProps) {
  const t = useText()
  const { assignee, state } = thread
  const isMine = assignee !== null && assignee.accountId === me
  return (
    <div className={styles.actions}>
      {isMine ? (
        <Button
          variant="secondary"
          className={styles.action}
          icon={<Undo2 aria-hidden="true" />}
          onClick={() => work.assign(null)}
        >
          {t('workspace.release')}
        </Button>
      ) : (
        <Button
          variant="secondary"
          className={styles.action}
          icon={<Hand aria-hidden="true" />}
          onClick={() => me !== null && work.assign(me)}
        >
          {t('workspace.take')}
        </Button>
      )}
      {state === 'open' && (
        <Button
          variant="quiet"
          className={styles.action}
          icon={<Hourglass aria-hidden="true" />}
          onClick={() => work.setState('waiting')}
        >
          {t('workspace.wait')}
        </Button>
      )}
      {state !== 'resolved' && (
        <Button
          variant="quiet"
          className={styles.action}
          icon={<Check aria-hidden="true" />}
          onClick={() => work.setState('resolved')}
        >
          {t('workspace.resolve')}
        </Button>
      )}
      {state !== 'open' && (
        <Button
          variant="quiet"
          className={styles.action}
          icon={<RotateCcw aria-hidden="true" />}
          onClick={() => work.setState('open')}
        >
          {t('workspace.reopen')}
        </Button>
      )}
      <HandOver thread={thread} me={me} work={work} />
    </div>
  )
}

/** To a colleague, or to nobody. */
function HandOver({ thread, me, work }: ThreadActionsProps) {
  const t = useText()
  const { assignee, colleagues } = thread
  const current = assignee?.accountId ?? ''
  const [known, setKnown] = useState(current)
  const [chosen, setChosen] = useState(current)
  const select = useRef<HTMLSelectElement>(null)
  if (known !== current) {
    setKnown(current)
    setChosen(current)
  }
  const handOver = () => {
    // The button is disabled once the choice is made.
    select.current?.focus()
    work.assign(chosen === '' ? null : chosen)
  }
  return (
    <span className={styles.handOver}>
      {/* A choice does nothing by itself, because arrow keys go through the options one by one (WCAG 3.2.2). */}
      <select
        ref={select}
        className={styles.select}
        aria-label={t('workspace.assignee')}
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
      >
        <option value="">{t('workspace.nobody')}</option>
        <Options
          of={colleagues}
          value={({ accountId }) => accountId}
          text={({ accountId, name }) => (accountId === me ? t('workspace.me', { name }) : name)}
        />
        {assignee !== null && !colleagues.some(({ accountId }) => accountId === assignee.accountId) && (
          <option value={assignee.accountId}>{assignee.name}</option>
        )}
      </select>
      <Button variant="quiet" className={styles.action} disabled={chosen === current} onClick={handOver}>
        {t('workspace.hand-over')}
      </Button>
    </span>
  )
}
