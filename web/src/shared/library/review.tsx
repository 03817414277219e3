import { useLoaded } from '../../base/api/use-loaded.ts'
import { useFormat } from '../../base/texts/format.ts'
import { Authored } from '../../base/texts/spoken.tsx'
import { useText } from '../../base/texts/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FieldError } from '../../ui/field-error.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { memberFiles } from '../attachments/file-calls.ts'
import { controlId } from './form-field.tsx'
import { agreedValue, type FormContent, findStatementFor, listAnswers, signature } from './form-fields.ts'
import styles from './guided-form.module.css'
import type { MemberForm } from './use-member-form.ts'

interface ReviewProps {
  readonly form: FormContent
  readonly composing: MemberForm
  readonly problemText: (name: string) => string | undefined
  readonly onStep: (step: number) => void
}

/** All answers to check, and the signature: name, consent and today's date. */
export function Review({ form, composing, problemText, onStep }: ReviewProps) {
  const t = useText()
  const format = useFormat()
  const { fields, attachmentIds } = composing.draft
  const notAgreed = problemText(signature.agreed)
  const agreeError = `${controlId(signature.agreed)}-error`
  return (
    <>
      {listAnswers(form, fields, format).map(({ title, answers }, at) => (
        <section key={title} className={styles.said} aria-label={title}>
          <div className={styles.saidHead}>
            <h3>
              <Authored>{title}</Authored>
            </h3>
            <Button variant="quiet" aria-label={t('library.change-named', { title })} onClick={() => onStep(at)}>
              {t('library.change')}
            </Button>
          </div>
          <dl className={styles.answers}>
            {answers.map(({ name, label, value }) => (
              <div key={name}>
                <dt>
                  <Authored>{label}</Authored>
                </dt>
                <dd dir="auto">{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <ReviewedFiles attachmentIds={attachmentIds} />
      <section className={styles.sign} aria-label={t('library.sign')}>
        <h3>{t('library.sign')}</h3>
        <p>
          <Authored>{[form.statement, findStatementFor(form, fields) ?? []].flat().join(' ')}</Authored>
        </p>
        <TextField
          id={controlId(signature.name)}
          label={t('library.sign-name')}
          hint={t('library.sign-hint', { name: form.memberName })}
          error={problemText(signature.name)}
          autoComplete="name"
          maxLength={100}
          readOnly={composing.sending}
          required
          value={fields[signature.name] ?? ''}
          onValue={(value) => composing.change({ [signature.name]: value })}
        />
        <Checkbox
          id={controlId(signature.agreed)}
          label={t('library.agree')}
          checked={fields[signature.agreed] === agreedValue}
          aria-invalid={notAgreed ? true : undefined}
          aria-describedby={notAgreed ? agreeError : undefined}
          onValue={(agreed) => composing.change({ [signature.agreed]: agreed ? agreedValue : '' })}
        />
        <FieldError id={agreeError}>{notAgreed}</FieldError>
      </section>
    </>
  )
}

/** The number of attached files, and their names once they are known. */
function ReviewedFiles({ attachmentIds }: { readonly attachmentIds: readonly string[] }) {
  const t = useText()
  const { value } = useLoaded(memberFiles.list, { key: attachmentIds.join(), wanted: attachmentIds.length > 0 })
  const names = value?.attachments.filter(({ attachmentId }) => attachmentIds.includes(attachmentId)) ?? []
  return (
    <div>
      <p>{t('library.files-count', { count: attachmentIds.length })}</p>
      {names.length > 0 && (
        <ul>
          {names.map(({ attachmentId, name }) => (
            <li key={attachmentId}>
              <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
