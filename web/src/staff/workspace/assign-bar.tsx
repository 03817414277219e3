import { assignThreads, workspaceColleagues } from '@portico/contract/calls/workspace'
import { maxAssigned } from '@portico/rules/workspace/work'
import { useRef, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { useText } from '../../base/texts/text.tsx'
import { Options } from '../../kit/forms/options.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import styles from './assign-bar.module.css'
import type { Choosing } from './use-choosing.ts'

interface AssignBarProps {
  readonly choosing: Choosing
  /** How many lines there are to choose from. */
  readonly listed: number
  readonly me: string | null
  /** Says what was done, and loads the list again. */
  readonly onDone: () => void
}

const load = (signal: AbortSignal) => api.call(workspaceColleagues, { signal })
/** The select's value for no account. */
const nobody = 'nobody'

/** Hands the chosen conversations over to a colleague who answers all their plans, or back to the queue (MC-6). */
export function AssignBar({ choosing, listed, me, onDone }: AssignBarProps) {
  const t = useText()
  const { value, failed, reload } = useLoaded(load)
  const [to, setTo] = useState('')
  const [said, setSaid] = useState('')
  const select = useRef<HTMLSelectElement>(null)
  const action = useAction({ 'NOT-FOUND': 'workspace.several.gone' }, 'workspace.failed')
  const { chosen } = choosing
  const able = value?.colleagues.filter(({ brands }) => chosen.every(({ brand }) => brands.includes(brand))) ?? []
  const isAble = to === nobody || able.some(({ accountId }) => accountId === to)
  if (failed) return <ErrorState onRetry={reload} />

  const handOver = () => {
    // The button is disabled after the assignment.
    select.current?.focus()
    setSaid('')
    return action.run(async () => {
      const threads = chosen.map(({ threadId, version }) => ({ threadId, version }))
      const { assigned, changed } = await api.call(assignThreads, {
        body: { accountId: to === nobody ? null : to, threads },
      })
      const name = able.find(({ accountId }) => accountId === to)?.name ?? ''
      const words = [
        ...(assigned.length === 0
          ? []
          : [
              t(to === nobody ? 'workspace.several.released' : 'workspace.several.done', {
                name,
                count: assigned.length,
              }),
            ]),
        ...(changed.length === 0 ? [] : [t('workspace.several.changed', { count: changed.length })]),
      ]
      setSaid(words.join(' '))
      choosing.chooseNone()
      onDone()
    })
  }
  const isWhole = chosen.length === Math.min(listed, maxAssigned)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset holds fields of a form, these are actions on a list
    <div role="group" aria-label={t('workspace.several')} className={styles.bar}>
      <p className={styles.count}>{t('workspace.several.count', { count: chosen.length })}</p>
      <Button variant="quiet" className={styles.action} onClick={isWhole ? choosing.chooseNone : choosing.chooseAll}>
        {t(isWhole && listed > 0 ? 'workspace.several.none' : 'workspace.several.all')}
      </Button>
      <select
        ref={select}
        className={styles.select}
        aria-label={t('workspace.several.to')}
        value={isAble ? to : ''}
        onChange={(event) => setTo(event.target.value)}
      >
        <option value="">{t('workspace.several.choose')}</option>
        <Options
          of={able}
          value={({ accountId }) => accountId}
          text={({ accountId, name }) => (accountId === me ? t('workspace.me', { name }) : name)}
        />
        <option value={nobody}>{t('workspace.several.nobody')}</option>
      </select>
      <Button
        variant="secondary"
        className={styles.action}
        busy={action.busy}
        disabled={chosen.length === 0 || !isAble}
        onClick={handOver}
      >
        {t('workspace.hand-over')}
      </Button>
      <p role="status" className={styles.said}>
        {said}
        {said === '' && chosen.length >= maxAssigned && t('workspace.several.most', { count: maxAssigned })}
      </p>
      <Problem text={action.problem} flush />
    </div>
  )
}
