import { useState } from 'react'
import { useText } from '../messages/text.tsx'
import type { View } from '../router/view.ts'
import { BrandPanel } from './brand-panel.tsx'
import { ForcedPasswordDialog } from './forced-password-dialog.tsx'
import { LoginErrorDialog, type LoginProblem } from './login-error-dialog.tsx'
import { SignInForm } from './sign-in-form.tsx'
import styles from './sign-in-view.module.css'

/** The sign-in screen (SI-1): the form, and what the brand offers beside it. */
function SignIn() {
  const t = useText()
  const [problem, setProblem] = useState<LoginProblem | null>(null)
  const [forced, setForced] = useState(false)
  return (
    <div className={styles.view}>
      <div className={styles.side}>
        <div className={styles.column}>
          <h1>{t('signIn.title')}</h1>
          <p className={styles.welcome}>{t('signIn.welcome')}</p>
          <SignInForm onProblem={setProblem} onForcedPassword={() => setForced(true)} />
        </div>
      </div>
      <BrandPanel />
      <LoginErrorDialog problem={problem} onClose={() => setProblem(null)} />
      <ForcedPasswordDialog open={forced} />
    </div>
  )
}

export const view: View = { title: 'signIn.title', Component: SignIn }
