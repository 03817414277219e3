import type { ApiError } from '../../base/api/error.ts'
import { usePage } from '../../base/page-state.tsx'
import { useText } from '../../base/texts/text.tsx'
import { useArea } from '../../base/texts/use-areas.ts'
import { Alert } from '../../ui/alert.tsx'
import styles from './code-step.module.css'
import { CodeStep } from './code-step.tsx'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import type { SignInOutcome } from './sign-in.ts'

export interface OtherWaysProps {
  /** The error that asks for a code; null if there is none. */
  readonly asked: ApiError | null
  /** A code was required and did not come in time, or was wrong too often. */
  readonly expired: boolean
  readonly onSignedIn: (outcome: SignInOutcome) => void
  /** Goes back from the code to login ID and password. */
  readonly onBack: (expired: boolean) => void
  readonly onProblem: (problem: ApiError) => void
}

/** What else signing in requires or offers besides login ID and password (RG-4): a code, a passkey. Loaded after the form. */
export function OtherWays({ asked, expired, onBack, ...ways }: OtherWaysProps) {
  const t = useText()
  const { view } = usePage()
  const ready = useArea('errors')

  if (!ready) return null
  if (asked !== null) {
    const goBack = (why: 'asked' | 'expired') => {
      onBack(why === 'expired')
      setTimeout(() => document.getElementById('password')?.focus())
    }
    return <CodeStep {...ways} mayRemember={asked.entries[1]?.errorMessage === 'REMEMBER-DEVICE'} onBack={goBack} />
  }
  return (
    <>
      <div role="status">
        {expired && (
          <Alert tone="warning" className={styles.expired}>
            <p>{t('secondFactor.expired')}</p>
          </Alert>
        )}
      </div>
      {view.name === 'sign-in' && view.passkeys && 'PublicKeyCredential' in window && <PasskeySignIn {...ways} />}
    </>
  )
}
