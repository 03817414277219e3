import { limits } from '@portico/rules/limits'
import { checkRequiredText } from '@portico/rules/validation/text'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLeaving } from '../../base/api/use-leaving.ts'
import { useText } from '../../base/texts/text.tsx'
import { FormFrame } from '../../kit/forms/form-frame.tsx'
import styles from '../../kit/forms/form-page.module.css'
import { useForm } from '../../kit/forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type RecoveryFailure, RecoveryFailureNotice, toRecoveryFailure } from './failure.tsx'

interface QuestionsFormProps {
  readonly questions: readonly { readonly questionId: string; readonly text: string }[]
  readonly intro: string
  /** Sends the answers, and continues with the result; aborted when the form is left. */
  readonly onAnswered: (answers: { questionId: string; answer: string }[], signal: AbortSignal) => Promise<void>
  readonly onBack: () => void
}

/** A person's two security questions; the answers are not stored anywhere. */
export function QuestionsForm({ questions, intro, onAnswered, onBack }: QuestionsFormProps) {
  const t = useText()
  const leaving = useLeaving()
  const heading = useRef<HTMLHeadingElement>(null)
  const [failure, setFailure] = useState<RecoveryFailure | null>(null)
  useEffect(() => heading.current?.focus(), [])
  const findText = (id: string) => questions.find(({ questionId }) => questionId === id)?.text ?? ''
  const form = useForm({
    id: 'recovery-questions',
    initial: Object.fromEntries(questions.map(({ questionId }) => [questionId, ''])),
    secret: 'all',
    label: findText,
    check: (name, values) => checkRequiredText(values[name] ?? ''),
  })
  const submit = async (event: FormEvent) => {
    setFailure(null)
    try {
      await form.submit(event, (values) =>
        onAnswered(
          questions.map(({ questionId }) => ({ questionId, answer: values[questionId] ?? '' })),
          leaving(),
        ),
      )
    } catch (error) {
      setFailure(toRecoveryFailure(error))
    }
  }
  return (
    <div className={styles.view}>
      <h1 ref={heading} tabIndex={-1}>
        {t('recovery.questions.title')}
      </h1>
      <p className={styles.intro}>{intro}</p>
      <FormFrame form={form} className={styles.form} onSubmit={submit}>
        <ErrorSummary {...form.summary} />
        <RecoveryFailureNotice failure={failure} />
        {questions.map(({ questionId, text }) => {
          return (
            <TextField
              key={questionId}
              {...form.field(questionId)}
              label={text}
              dir="auto"
              autoComplete="off"
              maxLength={limits.securityAnswer.max}
              required
            />
          )
        })}
        <div className={styles.actions}>
          <Button type="submit" busy={form.busy}>
            {t('recovery.questions.submit')}
          </Button>
          <Button variant="quiet" onClick={onBack}>
            {t('recovery.questions.back')}
          </Button>
        </div>
      </FormFrame>
    </div>
  )
}
