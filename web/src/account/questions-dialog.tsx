import { setSecurityQuestions } from '@portico/contract/calls/recovery'
import { limits } from '@portico/rules/limits'
import { checkAnswer, normalizeAnswer, repeated } from '@portico/rules/validation/security-answer'
import { checkRequiredSelect } from '@portico/rules/validation/select'
import { type FormEvent, useId, useState } from 'react'
import { api } from '../api/api.ts'
import type { FieldProblem, Values } from '../forms/field-problems.ts'
import { useForm } from '../forms/use-form.ts'
import type { MessageId } from '../messages/catalogues.ts'
import { useText } from '../messages/text.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { Questions } from './questions-card.tsx'
import styles from './questions-dialog.module.css'
import { Problem } from './screen.tsx'

const places = [1, 2, 3] as const
type Name = `questionId${(typeof places)[number]}` | `answer${(typeof places)[number]}`

const empty: Values<Name> = {
  questionId1: '',
  answer1: '',
  questionId2: '',
  answer2: '',
  questionId3: '',
  answer3: '',
}

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
  const form = useForm<Name>({
    id: 'security-questions',
    initial: empty,
    secret: 'all',
    label: (name) => labelOf(name, t),
    check: (name, values) => check(name, values, questions),
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
            answers: places.map((place) => ({
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
      <form id={formId} noValidate className={styles.form} onSubmit={submit} data-state={form.state}>
        <ErrorSummary {...form.summary} />
        {places.map((place) => {
          const { onValue: choose, ...question } = form.field(`questionId${place}`)
          const { onValue: answer, ...answered } = form.field(`answer${place}`)
          return (
            <fieldset key={place} className={styles.pair}>
              <legend>{t('account.questions.pair', { place })}</legend>
              <Select
                {...question}
                label={t('account.questions.question', { place })}
                onChange={(event) => choose(event.target.value)}
                required
              >
                <option value="">{t('account.questions.pick')}</option>
                {questions?.offered.map(({ questionId, text }) => (
                  <option key={questionId} value={questionId}>
                    {text}
                  </option>
                ))}
              </Select>
              <TextField
                {...answered}
                label={t('account.questions.answer', { place })}
                dir="auto"
                autoComplete="off"
                maxLength={limits.securityAnswer.max}
                onChange={(event) => answer(event.target.value)}
                required
              />
            </fieldset>
          )
        })}
      </form>
      <Problem text={problem} />
    </Dialog>
  )
}

function labelOf(name: Name, t: ReturnType<typeof useText>): string {
  const place = name.at(-1) ?? ''
  return t(name.startsWith('questionId') ? 'account.questions.question' : 'account.questions.answer', { place })
}

/** The rules that the server goes by too. */
function check(name: Name, values: Values<Name>, questions: Questions | null): FieldProblem | null {
  const at = places.findIndex((place) => name.endsWith(`${place}`))
  const ids = places.map((place) => values[`questionId${place}`])
  if (name.startsWith('questionId'))
    return checkRequiredSelect(values[name]) ?? (repeated(ids)[at] ? { code: 'question.repeated' } : null)
  const question = questions?.offered.find(({ questionId }) => questionId === ids[at])?.text ?? ''
  const answers = places.map((place) => normalizeAnswer(values[`answer${place}`]))
  return checkAnswer(values[name], question) ?? (repeated(answers)[at] ? { code: 'answer.repeated' } : null)
}
