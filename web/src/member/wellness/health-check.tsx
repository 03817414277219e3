import { deleteAssessment, saveAssessment } from '@portico/contract/calls/wellness'
import {
  type AssessmentAnswers,
  type AssessmentQuestion,
  assessmentQuestions,
} from '@portico/rules/wellness/assessment'
import { type FormEvent, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useAction } from '../../base/api/use-action.ts'
import { usePage } from '../../base/page-state.tsx'
import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { takeCarried, useCarried } from '../../kit/forms/carried.ts'
import { ConfirmDialog } from '../../kit/forms/confirm-dialog.tsx'
import { findKeptPlace } from '../../kit/forms/kept-values.ts'
import { Options } from '../../kit/forms/options.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Select } from '../../ui/select.tsx'
import type { Assessment } from './types.ts'
import styles from './wellness-view.module.css'

interface HealthCheckProps {
  readonly assessment: Assessment
  readonly onChange: (assessment: Assessment) => void
}

const questions = Object.keys(assessmentQuestions) as AssessmentQuestion[]

/** People's answers about their health, only for themselves (MP-20): no question is required, and all answers can be deleted. */
export function HealthCheck({ assessment, onChange }: HealthCheckProps) {
  const t = useText()
  const saving = useAction({}, 'wellness.failed')
  const place = findKeptPlace('health-check', usePage().session?.logonId ?? null)
  const [typed, setTyped] = useState<AssessmentAnswers>(
    () => (takeCarried(place) as AssessmentAnswers | undefined) ?? assessment?.answers ?? {},
  )
  useCarried(place, typed)
  const [done, setDone] = useState<'saved' | 'deleted' | null>(null)
  const [asking, setAsking] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setDone(null)
    const isSaved = await saving.run(async () => {
      const answer = await api.call(saveAssessment, { body: { answers: typed } })
      onChange(answer.assessment)
    })
    if (isSaved) setDone('saved')
  }
  return (
    <Card title={t('wellness.check')}>
      <p>{t('wellness.check-about')}</p>
      <form method="post" noValidate className={styles.questions} onSubmit={save} aria-busy={saving.busy || undefined}>
        {questions.map((question) => (
          <Select
            key={question}
            label={t(`wellness.ask-${question}`)}
            value={typed[question] ?? ''}
            onValue={(value) => {
              setDone(null)
              setTyped((last) => ({ ...last, [question]: value === '' ? undefined : value }))
            }}
          >
            <option value="">{t('wellness.not-said')}</option>
            <Options of={assessmentQuestions[question]} text={(one) => t(`wellness.say-${one}`)} />
          </Select>
        ))}
        <div className={styles.buttons}>
          <Button type="submit" busy={saving.busy}>
            {t('wellness.save')}
          </Button>
          {assessment !== null && (
            <Button variant="quiet" onClick={() => setAsking(true)}>
              {t('wellness.delete')}
            </Button>
          )}
        </div>
      </form>
      <Problem text={saving.problem} />
      <div role="status">{done !== null && <Alert tone="success">{t(`wellness.${done}`)}</Alert>}</div>
      {assessment !== null && <Tips tips={assessment.tips} savedAt={assessment.savedAt} />}
      <ConfirmDialog
        open={asking}
        title={t('wellness.delete-title')}
        text={t('wellness.delete-text')}
        action={t('wellness.delete')}
        problems={{ otherwise: 'wellness.failed' }}
        onConfirm={async () => {
          const answer = await api.call(deleteAssessment)
          setTyped({})
          setDone('deleted')
          onChange(answer.assessment)
        }}
        onClose={() => setAsking(false)}
      />
    </Card>
  )
}

/** Tips that follow from the answers, and the day of the answers. */
function Tips({ tips, savedAt }: Pick<NonNullable<Assessment>, 'tips' | 'savedAt'>) {
  const t = useText()
  const format = useFormat()
  return (
    <div className={styles.tips}>
      {tips.length > 0 && (
        <>
          <h3>{t('wellness.tips')}</h3>
          <ul>
            {tips.map((tip) => (
              <li key={tip}>{t(`wellness.tip-${tip}`)}</li>
            ))}
          </ul>
        </>
      )}
      <p className={lettering.small}>
        {t('wellness.kept', { day: format.dateLong(savedAt) })}{' '}
        <Link to={links.account('data')}>{t('wellness.export')}</Link>
      </p>
    </div>
  )
}
