import { setSecurityQuestions } from '@portico/contract/calls/recovery'
import { limits } from '@portico/rules/limits'
import { api } from '../../base/api/api.ts'
import { useText } from '../../base/texts/text.tsx'
import type { Values } from '../../kit/forms/field-problems.ts'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { QuestionFields } from '../../kit/forms/question-fields.tsx'
import { checkQuestion, type QuestionName, questionNames, questionPlaces } from '../../kit/forms/security-questions.ts'
import { useForm } from '../../kit/forms/use-form.ts'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import type { Questions } from './questions-card.tsx'

const empty = Object.fromEntries(questionNames.map((name) => [name, ''])) as Values<QuestionName>

interface QuestionsDialogProps {
  /** Null while the dialog is closed. */
  readonly questions: Questions | null
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Three questions and their answers; the page does not store answers anywhere. */
export function QuestionsDialog({ questions, ...on }: QuestionsDialogProps) {
  const t = useText()
  const offered = questions?.offered ?? []
  const form = useForm<QuestionName>({
    id: 'security-questions',
    initial: empty,
    secret: 'all',
    label: (name) => t(name.startsWith('questionId') ? 'form.question' : 'form.answer', { place: name.at(-1) }),
    check: (name, values) => checkQuestion(name, values, offered),
    serverTexts: { params: { minimum: limits.securityAnswer.min, maximum: limits.securityAnswer.max } },
  })
  const toAnswers = (values: Values<QuestionName>) =>
    questionPlaces.map((place) => ({ questionId: values[`questionId${place}`], answer: values[`answer${place}`] }))
  return (
    <FormDialog
      {...on}
      form={form}
      open={questions !== null}
      title={t('account.questions.choose')}
      about={<p>{t('account.questions.hint')}</p>}
      action={t('account.save')}
      send={(values) => api.call(setSecurityQuestions, { body: { answers: toAnswers(values) } })}
    >
      <ErrorSummary {...form.summary} />
      <QuestionFields form={form} offered={offered} />
    </FormDialog>
  )
}
