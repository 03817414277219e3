import { endGoal, markGoal, setGoal } from '@portico/contract/calls/wellness'
import { type GoalKind, goalKinds } from '@portico/rules/wellness/goals'
import { type FormEvent, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { createQueue } from '../../base/api/queue.ts'
import { useAction } from '../../base/api/use-action.ts'
import { dateFormat } from '../../base/texts/format.ts'
import { useText, useTexts } from '../../base/texts/text.tsx'
import { ConfirmDialog } from '../../kit/forms/confirm-dialog.tsx'
import { Options } from '../../kit/forms/options.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Meter } from '../../ui/meter.tsx'
import { Select } from '../../ui/select.tsx'
import type { Goal, Summary } from './types.ts'
import styles from './wellness-view.module.css'

type Goals = Pick<Summary, 'goals' | 'today'>

interface GoalsProps extends Goals {
  readonly onChange: (next: Goals) => void
}

const shownDays = 7

/** Each change is answered with all goals. */
const enqueue = createQueue()

/** Goals for some days of each week, and the progress so far (MP-20). */
export function Goals({ goals, today, onChange }: GoalsProps) {
  const t = useText()
  const [said, setSaid] = useState('')
  return (
    <Card title={t('wellness.goals')}>
      <p>{t('wellness.goals-about')}</p>
      {goals.length > 0 && (
        // biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list
        <ul className={styles.list} role="list">
          {goals.map((goal) => (
            <GoalLine key={goal.goal} goal={goal} today={today} onChange={onChange} onSaid={setSaid} />
          ))}
        </ul>
      )}
      <NewGoal taken={goals.map(({ goal }) => goal)} onChange={onChange} onSaid={setSaid} />
      <p role="status" className={lettering.small}>
        {said}
      </p>
    </Card>
  )
}

interface GoalLineProps {
  readonly goal: Goal
  readonly today: string
  readonly onChange: (next: Goals) => void
  /** What was just done. */
  readonly onSaid: (words: string) => void
}

function GoalLine(props: GoalLineProps) {
  const { today, onChange, onSaid } = props
  const { goal, perWeek, done, streak, best, days } = props.goal
  const t = useText()
  const { locale } = useTexts()
  const marking = useAction({}, 'wellness.failed')
  const [asking, setAsking] = useState(false)
  const name = t(`wellness.goal-${goal}`)
  const format = dateFormat(locale, { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' })
  const last = Array.from({ length: shownDays }, (_, back) =>
    new Date(Date.parse(today) - (shownDays - 1 - back) * 24 * 60 * 60 * 1000).toISOString().slice(0, 10),
  )
  // As clicked last, until the server has confirmed it.
  const [pressed, setPressed] = useState<Readonly<Record<string, { readonly isDone: boolean } | undefined>>>({})
  const mark = async (day: string, isDone: boolean) => {
    const press = { isDone }
    setPressed((before) => ({ ...before, [day]: press }))
    await enqueue(() =>
      marking.run(async () => onChange(await api.call(markGoal, { body: { goal, day, done: isDone } }))),
    )
    setPressed((now) => (now[day] === press ? { ...now, [day]: undefined } : now))
  }
  const words = t('wellness.goal-week', { done, perWeek })
  return (
    <li className={styles.goal}>
      <h3 className={styles.name}>{name}</h3>
      <p>
        {words}
        {streak > 0 && ` ${t('wellness.streak', { count: streak })}`}
        {best > streak && ` ${t('wellness.best', { count: best })}`}
      </p>
      <Meter label={name} value={done} max={perWeek} valueText={words} />
      <fieldset className={styles.days}>
        <legend className={lettering.small}>{t('wellness.days', { name })}</legend>
        {last.map((day) => (
          <Checkbox
            key={day}
            label={format.format(new Date(`${day}T00:00:00Z`))}
            checked={pressed[day]?.isDone ?? days.includes(day)}
            onValue={(isDone) => mark(day, isDone)}
          />
        ))}
      </fieldset>
      <Problem text={marking.problem} />
      <div className={styles.buttons}>
        <Button variant="quiet" aria-label={t('wellness.end-named', { name })} onClick={() => setAsking(true)}>
          {t('wellness.end')}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        title={t('wellness.end-title', { name })}
        text={t('wellness.end-text')}
        action={t('wellness.end')}
        problems={{ otherwise: 'wellness.failed' }}
        onConfirm={async () => {
          onChange(await enqueue(() => api.call(endGoal, { params: { goal } })))
          onSaid(t('wellness.goal-ended', { name }))
        }}
        onClose={() => setAsking(false)}
      />
    </li>
  )
}

interface NewGoalProps {
  readonly taken: readonly GoalKind[]
  readonly onChange: (next: Goals) => void
  readonly onSaid: (words: string) => void
}

function NewGoal({ taken, onChange, onSaid }: NewGoalProps) {
  const t = useText()
  const free = goalKinds.filter((one) => !taken.includes(one))
  const setting = useAction({}, 'wellness.failed')
  const [chosen, setChosen] = useState<string>('')
  const [perWeek, setPerWeek] = useState('3')
  const goal = free.find((one) => one === chosen) ?? free[0]
  if (goal === undefined) return null
  const add = (event: FormEvent) => {
    event.preventDefault()
    setting.run(async () => {
      onChange(await enqueue(() => api.call(setGoal, { body: { goal, perWeek: Number(perWeek) } })))
      onSaid(t('wellness.goal-set', { name: t(`wellness.goal-${goal}`) }))
    })
  }
  return (
    <form method="post" noValidate className={styles.newGoal} onSubmit={add}>
      <Select label={t('wellness.new-goal')} value={goal} onValue={setChosen}>
        <Options of={free} text={(one) => t(`wellness.goal-${one}`)} />
      </Select>
      <Select label={t('wellness.per-week')} value={perWeek} onValue={setPerWeek}>
        {['1', '2', '3', '4', '5', '6', '7'].map((one) => (
          <option key={one}>{one}</option>
        ))}
      </Select>
      <Button type="submit" variant="secondary" busy={setting.busy}>
        {t('wellness.set-goal')}
      </Button>
      <Problem text={setting.problem} />
    </form>
  )
}
