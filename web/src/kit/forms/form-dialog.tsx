import { type FormEvent, type ReactNode, useId } from 'react'
import { useAction } from '../../base/api/use-action.ts'
import type { MessageId } from '../../base/texts/catalogues.ts'
import { useText } from '../../base/texts/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, type DialogProps } from '../../ui/dialog.tsx'
import type { Values } from './field-problems.ts'
import { FormFrame } from './form-frame.tsx'
import { Problem } from './problem.tsx'
import styles from './screen.module.css'
import type { Form } from './use-form.ts'

interface FormDialogProps<Name extends string, Result> extends Pick<DialogProps, 'open' | 'size' | 'title'> {
  readonly form: Form<Name>
  /** Shown above the fields. */
  readonly about: ReactNode
  /** The fields, with an ErrorSummary if there are several. */
  readonly children: ReactNode
  readonly action: ReactNode
  readonly danger?: boolean
  /** Texts for error codes that are not about a field. */
  readonly problems?: Readonly<Record<string, MessageId>>
  readonly send: (values: Values<Name>) => Promise<Result>
  readonly onDone: (result: Result) => void
  readonly onClose: () => void
}

/** A form in a dialog: its values are discarded when it closes, and failures are shown below its fields. */
export function FormDialog<Name extends string, Result>(props: FormDialogProps<Name, Result>) {
  const { form, about, children, action, danger = false, problems, send, onDone, onClose, ...dialog } = props
  const t = useText()
  const formId = useId()
  const sending = useAction(problems)
  const close = () => {
    form.clear()
    sending.forget()
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    return sending.run(async () => {
      const result = await form.submit(event, send)
      if (result === null) return
      form.clear()
      onDone(result)
    })
  }
  return (
    <Dialog
      {...dialog}
      onClose={close}
      actions={
        <>
          <Button type="submit" form={formId} variant={danger ? 'danger' : 'primary'} busy={sending.busy}>
            {action}
          </Button>
          <Button variant="quiet" onClick={close}>
            {t('form.cancel')}
          </Button>
        </>
      }
    >
      {about}
      <FormFrame form={form} id={formId} className={styles.form} onSubmit={submit}>
        {children}
      </FormFrame>
      <Problem text={sending.problem} />
    </Dialog>
  )
}
