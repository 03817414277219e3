import { answerQuestions } from '@portico/contract/calls/recovery'
import { limits } from '@portico/rules/limits'
import { checkRequiredText } from '@portico/rules/validation/text'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { api } from '../api/api.ts'
import { useForm } from '../forms/use-form.ts'
import { useText } from '../messages/text.tsx'
import { links } from '../router/links.ts'
import { useNavigate } from '../router/navigation.ts'
import { Button } from '../ui/button.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { Asked } from './ask-for-password.tsx'
import { type Failure, FailureNotice, failureOf } from './failure.tsx'
import styles from './recovery.module.css'
import { keepTicket } from './ticket.ts'

interface QuestionsFormProps {
  readonly asked: Extract<Asked, { way: 'questions' }>
  readonly onBack: () => void
}

/** The two security questions of a login ID; their answers are kept nowhere. */
export function QuestionsForm({ asked: { logonId, questions }, onBack }: QuestionsFormProps) {
  const t = useText()
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  useEffect(() => heading.current?.focus(), [])
  const textOf = (id: string) => questions.find(({ questionId }) => questionId === id)?.text ?? ''
  const form = useForm({
    id: 'recovery-questions',
    initial: Object.fromEntries(questions.map(({ questionId }) => [questionId, ''])),
    secret: 'all',
    label: textOf,
    check: (name, values) => checkRequiredText(values[name] ?? ''),
  })
  const submit = async (event: FormEvent) => {
    setFailure(null)
    try {
      const opened = await form.submit(event, (values) => {
        const answers = questions.map(({ questionId }) => ({ questionId, answer: values[questionId] ?? '' }))
        return api.call(answerQuestions, { body: { logonId, answers } })
      })
      if (opened === null) return
      keepTicket('new-password', opened.ticket)
      navigate(links.newPassword(), { replace: true })
    } catch (error) {
      setFailure(failureOf(error))
    }
  }
  return (
    <div className={styles.view}>
      <h1 ref={heading} tabIndex={-1}>
        {t('recovery.questions.title')}
      </h1>
      <p className={styles.intro}>{t('recovery.questions.intro', { loginId: logonId })}</p>
      <form
        method="post"
        noValidate
        className={styles.form}
        onSubmit={submit}
        aria-busy={form.busy}
        data-state={form.state}
      >
        <ErrorSummary {...form.summary} />
        <FailureNotice failure={failure} />
        {questions.map(({ questionId, text }) => {
          const { onValue, ...field } = form.field(questionId)
          return (
            <TextField
              key={questionId}
              {...field}
              label={text}
              dir="auto"
              autoComplete="off"
              maxLength={limits.securityAnswer.max}
              onChange={(event) => onValue(event.target.value)}
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
      </form>
    </div>
  )
}
