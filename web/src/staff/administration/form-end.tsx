import type { MessageId } from '../../base/texts/catalogues.ts'
import { useText } from '../../base/texts/text.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './administration.module.css'

interface FormEndProps {
  readonly busy: boolean
  /** Why it could not be sent; null if no failure is known. */
  readonly failed: MessageId | null
  readonly submit: MessageId
  readonly onCancel: () => void
}

/** The end of an inline form: what went wrong, the submit button, and cancel. */
export function FormEnd({ busy, failed, submit, onCancel }: FormEndProps) {
  const t = useText()
  return (
    <>
      <Problem text={failed} />
      <div className={styles.buttons}>
        <Button type="submit" busy={busy}>
          {t(submit)}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {t('form.cancel')}
        </Button>
      </div>
    </>
  )
}
