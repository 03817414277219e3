import { useState } from 'react'
import { usePage } from '../../base/page-state.tsx'
import type { View } from '../../base/router/view.ts'
import { useText } from '../../base/texts/text.tsx'
import styles from '../../kit/forms/form-page.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Changed } from './changed.tsx'
import { PasswordForm } from './password-form.tsx'
import { usePasswordRule } from './use-password-rule.ts'

/** A new password (RG-2, SI-7): when one is due, and for anyone signed in. */
function ChangePassword() {
  const t = useText()
  const { session } = usePage()
  const rule = usePasswordRule()
  const [changed, setChanged] = useState(false)
  if (changed) return <Changed />
  return (
    <div className={styles.view}>
      <h1>{t('changePassword.title')}</h1>
      {rule === null ? (
        <div className={styles.form} aria-busy="true">
          <Skeleton shape="line" />
          <Skeleton shape="block" />
        </div>
      ) : (
        <>
          <p className={styles.intro}>
            {session === null && rule.loginId !== '' && (
              <>
                {t('changePassword.introDue', { loginId: rule.loginId })}
                <br />
              </>
            )}
            {t('changePassword.intro')}
          </p>
          <PasswordForm rule={rule} asksCurrent={session !== null} onChanged={() => setChanged(true)} />
        </>
      )}
    </div>
  )
}

export const view: View = { title: 'changePassword.title', Component: ChangePassword }
