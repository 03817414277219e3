import { setSecurityQuestions } from '@portico/contract/calls/recovery'
import { limits } from '@portico/rules/limits'
import { type FormEvent, useId, useState } from 'react'
import { api } from '../api/api.ts'
import type { Values } from '../forms/field-problems.ts'
import { FormFrame } from '../forms/form-frame.tsx'
import { QuestionFields } from '../forms/question-fields.tsx'
import { Problem } from '../forms/screen.tsx'
import { checkQuestion, type QuestionName, questionNames, questionPlaces } from '../forms/security-questions.ts'
import { useForm } from '../forms/use-form.ts'
import type { MessageId } from '../texts/catalogues.ts'
import { useText } from '../texts/text.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import type { Questions } from './questions-card.tsx'
import styles from './questions-dialog.module.css'

const empty = Object.fromEntries(questionNames.map((name) => [name, ''])) as Values<QuestionName>

interface QuestionsDialogProps {
  /** Null while nothing is chosen. */
  readonly questions: Questions | null
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Three questions and their answers; answers are kept nowhere in the page. */
export function QuestionsDialog({ questions, onClose, onDone }: QuestionsDialogProps) {
  const t = useText()
  const formId = useId()
  const [problem, setProblem] = useState<MessageId | null>(null)
  const form = useForm<QuestionName>({
    id: 'security-questions',
    initial: empty,
    secret: 'all',
    label: (name) => t(name.startsWith('questionId') ? 'form.question' : 'form.answer', { place: name.at(-1) }),
    check: (name, values) => checkQuestion(name, values, questions?.offered ?? []),
    serverTexts: { params: { minimum: limits.securityAnswer.min, maximum: limits.securityAnswer.max } },
  })
  const close = () => {
    form.clear()
    setProblem(null)
    onClose()
  }
  const submit = async (event: FormEvent) => {
    setProblem(null)
    try {
      const done = await form.submit(event, (values) =>
        api.call(setSecurityQuestions, {
          body: {
            answers: questionPlaces.map((place) => ({
              questionId: values[`questionId${place}`],
              answer: values[`answer${place}`],
            })),
          },
        }),
      )
      if (done === null) return
      form.clear()
      onDone()
    } catch (error) {
      // Whoever does not want to prove who they are gives it up.
      if (!(error instanceof Error && error.name === 'AbortError')) setProblem('account.failed')
    }
  }
  return (
    <Dialog
      open={questions !== null}
      onClose={close}
      title={t('account.questions.choose')}
      actions={
        <>
          <Button type="submit" form={formId} busy={form.busy}>
            {t('account.save')}
          </Button>
          <Button variant="quiet" onClick={close}>
            {t('account.cancel')}
          </Button>
        </>
      }
    >
      <p>{t('account.questions.hint')}</p>
      <FormFrame form={form} id={formId} className={styles.form} onSubmit={submit}>
        <ErrorSummary {...form.summary} />
        <QuestionFields form={form} offered={questions?.offered ?? []} />
      </FormFrame>
      <Problem text={problem} />
    </Dialog>
  )
}
