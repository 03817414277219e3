import { ForcedPasswordDialog } from './forced-password-dialog.tsx'
import { LoginErrorDialog, type LoginProblem } from './login-error-dialog.tsx'

export interface SignInDialogsProps {
  readonly problem: LoginProblem | null
  readonly forced: boolean
  readonly onClose: () => void
}

/** What an attempt to sign in can lead to besides success. */
export function SignInDialogs({ problem, forced, onClose }: SignInDialogsProps) {
  return (
    <>
      <LoginErrorDialog problem={problem} onClose={onClose} />
      <ForcedPasswordDialog open={forced} />
    </>
  )
}
