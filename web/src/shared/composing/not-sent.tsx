import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './not-sent.module.css'
import type { SendFailure } from './state.ts'

interface NotSentProps {
  readonly failure: SendFailure
  readonly title: string
  readonly text: string
  /** Label of the button that leads to sign-in, for people whose session has ended. */
  readonly signIn: string
}

/** Says that it was not sent, and what to do. */
export function NotSent({ failure, title, text, signIn }: NotSentProps) {
  return (
    <Alert tone="danger" role="alert" title={title}>
      <p>{text}</p>
      {/* The server shows the sign-in view at this address, and afterwards this form with the draft. */}
      {failure === 'expired' && (
        <Button variant="secondary" className={styles.remedy} onClick={() => location.reload()}>
          {signIn}
        </Button>
      )}
    </Alert>
  )
}
