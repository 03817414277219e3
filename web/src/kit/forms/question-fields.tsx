import { limits } from '@portico/rules/limits'
import { useText } from '../../base/texts/text.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Options } from './options.tsx'
import styles from './question-fields.module.css'
import { type OfferedQuestions, type QuestionName, questionPlaces } from './security-questions.ts'
import type { Form } from './use-form.ts'

interface QuestionFieldsProps {
  readonly form: Pick<Form<QuestionName>, 'field'>
  readonly offered: OfferedQuestions
}

/** Three security questions to choose, each with an answer (RG-2). */
export function QuestionFields({ form, offered }: QuestionFieldsProps) {
  const t = useText()
  return questionPlaces.map((place) => {
    return (
      <fieldset key={place} className={styles.pair}>
        <legend>{t('form.question.pair', { place })}</legend>
        <Select {...form.field(`questionId${place}`)} label={t('form.question', { place })} required>
          <option value="">{t('form.question.pick')}</option>
          <Options of={offered} value={({ questionId }) => questionId} text={({ text }) => text} />
        </Select>
        <TextField
          {...form.field(`answer${place}`)}
          label={t('form.answer', { place })}
          dir="auto"
          autoComplete="off"
          maxLength={limits.securityAnswer.max}
          required
        />
      </fieldset>
    )
  })
}
