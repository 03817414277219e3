import { useText } from '../../base/texts/text.tsx'
import { useLogout } from '../../session/sign-out/use-logout.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'

/** The way out for someone who will not choose a new password now. */
export function LogoutInstead() {
  const t = useText()
  const logout = useLogout()
  return (
    <>
      <Button variant="quiet" busy={logout.state === 'busy'} onClick={logout.run}>
        {t('changePassword.logout')}
      </Button>
      {logout.state === 'failed' && (
        <Alert tone="danger" role="alert">
          {t('changePassword.logoutFailed')}
        </Alert>
      )}
    </>
  )
}
