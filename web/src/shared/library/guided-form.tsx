import type { PayloadOf } from '@portico/contract/call'
import type { openForm } from '@portico/contract/calls/forms'
import { fieldsAsked } from '@portico/rules/forms/check'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Authored, useAuthoredIn } from '../../base/texts/spoken.tsx'
import { useText } from '../../base/texts/text.tsx'
import { ConfirmDialog } from '../../kit/forms/confirm-dialog.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { focusOn } from '../../ui/focus.ts'
import { Wizard } from '../../ui/wizard.tsx'
import { ComposeFiles } from '../composing/compose-files.tsx'
import { DraftConflict, DraftKept } from '../composing/draft-status.tsx'
import { NotSent } from '../composing/not-sent.tsx'
import { controlId, FormFieldControl } from './form-field.tsx'
import {
  changeField,
  checkAll,
  type FormContent,
  type FormValues,
  fieldsIn,
  filesField,
  fitToPerson,
  stepToGoOn,
} from './form-fields.ts'
import styles from './guided-form.module.css'
import { Review } from './review.tsx'
import { SentForm } from './sent-form.tsx'
import { useMemberForm } from './use-member-form.ts'

interface GuidedFormProps {
  readonly form: FormContent
  readonly held: PayloadOf<typeof openForm>['draft']
  /** What a new form starts with. */
  readonly preset: FormValues
}

/** A form's steps, its files, and all answers to be checked and signed (MP-21). */
export function GuidedForm({ form, held, preset }: GuidedFormProps) {
  const t = useText()
  const authoredIn = useAuthoredIn()
  const composing = useMemberForm(form, held, preset)
  const { draft, progress, sending } = composing
  const { fields } = draft
  const guide = useGuide(form, composing)
  const { step, filesStep, last, shown, problemText, goTo } = guide
  const [asking, setAsking] = useState(false)
  const heading = useStepHeading(step)
  if (progress.step === 'sent' && !progress.older) return <SentForm sent={progress.sent} />
  const current = form.steps[step]
  const steps = [...form.steps.map(({ title }) => title), t('library.files'), t('library.check')]

  return (
    <div className={styles.guided}>
      <Wizard
        title={form.title}
        steps={steps.map((label, at) => ({ id: String(at), label, lang: at < filesStep ? authoredIn : undefined }))}
        active={step}
        reach={guide.reach}
        onJump={goTo}
      />
      <Card>
        <form noValidate method="post" className={styles.form} onSubmit={guide.goOn} aria-busy={sending || undefined}>
          {step === 0 && (
            <Alert tone="info" title={t('library.need')}>
              <p>
                <Authored>{form.need}</Authored>
              </p>
            </Alert>
          )}
          <h2 ref={heading}>{current === undefined ? steps[step] : <Authored>{current.title}</Authored>}</h2>
          <ErrorSummary wrong={guide.summary} incomplete={false} refusals={guide.tries} />
          {progress.step === 'sent' && (
            <Alert tone="warning" role="alert">
              <p>{t('library.older', { receipt: progress.sent.receipt })}</p>
            </Alert>
          )}
          {shown.map((field) => (
            <FormFieldControl
              key={field.name}
              field={fitToPerson(field, fields)}
              value={fields[field.name] ?? ''}
              error={problemText(field.name)}
              readOnly={sending}
              onValue={(value) => composing.change(changeField(form, fields, field.name, value))}
            />
          ))}
          {step === filesStep && <FilesStep form={form} composing={composing} />}
          {step === last && <Review form={form} composing={composing} problemText={problemText} onStep={goTo} />}
          <DraftConflict saver={composing.saver} />
          {progress.step === 'failed' && (
            <NotSent
              failure={progress.failure}
              title={t('library.failed')}
              text={t(`library.failed-${progress.failure}`)}
              signIn={t('library.sign-in')}
            />
          )}
          <StepButtons guide={guide} composing={composing} onDiscard={() => setAsking(true)} />
          <p className={lettering.small}>
            <DraftKept composing={composing} inWindow={t('library.kept')} />
          </p>
        </form>
      </Card>
      <ConfirmDialog
        open={asking}
        title={t('library.discard-title')}
        text={t('library.discard-text')}
        action={t('library.discard')}
        onConfirm={async () => {
          composing.startOver()
          goTo(0)
        }}
        onClose={() => setAsking(false)}
      />
    </div>
  )
}

interface StepProps {
  readonly form: FormContent
  readonly composing: ReturnType<typeof useMemberForm>
}

interface StepButtonsProps extends Pick<StepProps, 'composing'> {
  readonly guide: ReturnType<typeof useGuide>
  readonly onDiscard: () => void
}

/** Buttons for back, continue, and discarding everything. */
function StepButtons({ guide: { step, last, goTo }, composing: { sending, empty }, onDiscard }: StepButtonsProps) {
  const t = useText()
  return (
    <div className={styles.buttons}>
      {step > 0 && (
        <Button variant="secondary" aria-disabled={sending || undefined} onClick={() => sending || goTo(step - 1)}>
          {t('library.previous')}
        </Button>
      )}
      <Button type="submit" busy={sending}>
        {step === last ? t('library.send') : t('library.next')}
      </Button>
      {!empty && (
        <Button variant="quiet" aria-disabled={sending || undefined} onClick={() => sending || onDiscard()}>
          {t('library.discard')}
        </Button>
      )}
    </div>
  )
}

function FilesStep({ form, composing }: StepProps) {
  const t = useText()
  return (
    <div id={controlId(filesField)} tabIndex={-1} className={styles.files}>
      <p>
        <Authored>{form.filesHint}</Authored>
      </p>
      {form.filesRequired && <p className={lettering.small}>{t('library.files-required')}</p>}
      <ComposeFiles files={composing.files} required={form.filesRequired} />
    </div>
  )
}

/** The current step of a form, its problems, and the way to the next one. */
function useGuide(form: FormContent, composing: StepProps['composing']) {
  const t = useText()
  const { draft, problems } = composing
  const { fields, attachmentIds } = draft
  const filesStep = form.steps.length
  const last = filesStep + 1
  const [step, setStep] = useState(() => stepToGoOn(form, fields))
  // Fields of steps that the person has tried to leave: only their problems are shown.
  const [told, setTold] = useState<ReadonlySet<string>>(new Set())
  const [tries, setTries] = useState(0)

  const wrong = { ...checkAll(form, fields), ...problems }
  const lacksFiles = form.filesRequired && attachmentIds.length === 0
  const shown = fieldsAsked(fieldsIn(form), fields).filter((field) => form.steps[step]?.fields.includes(field))
  const problemText = (name: string) => {
    const problem = told.has(name) ? wrong[name] : undefined
    return problem && t(problem.code, problem.params)
  }
  const names =
    step === last ? ['signedName', 'agreed'] : step === filesStep ? [filesField] : shown.map(({ name }) => name)
  const findLabel = (name: string) =>
    name === 'signedName'
      ? t('library.sign-name')
      : name === 'agreed'
        ? t('library.agree')
        : name === filesField
          ? t('library.files')
          : (shown.find((one) => one.name === name)?.label ?? name)
  const filesWrong = lacksFiles && told.has(filesField)
  const summary = names.flatMap((name) => {
    const problem = name === filesField ? (filesWrong ? t('library.files-missing') : undefined) : problemText(name)
    return problem === undefined ? [] : [{ controlId: controlId(name), label: findLabel(name), problem }]
  })

  const goTo = (next: number) => {
    setStep(next)
    setTold(new Set())
  }
  // Problems of an earlier step are corrected in that step.
  const lacking = stepToGoOn(form, fields)
  const reach = lacking < filesStep ? lacking : lacksFiles ? filesStep : last
  const goOn = (event: FormEvent) => {
    event.preventDefault()
    const isWrong = step === filesStep ? lacksFiles : names.some((name) => wrong[name] !== undefined)
    if (isWrong) {
      setTold(new Set(names))
      setTries((count) => count + 1)
    } else if (step < last) goTo(step + 1)
    else if (reach < last) goTo(reach)
    else composing.send()
  }
  return { step, filesStep, last, reach, shown, problemText, summary, tries, goTo, goOn }
}

/** The clicked button is gone or has changed, so the focus moves to the step's heading. */
function useStepHeading(step: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shownStep = useRef(step)
  useEffect(() => {
    if (shownStep.current === step) return
    shownStep.current = step
    focusOn(heading.current)
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [step])
  return heading
}
