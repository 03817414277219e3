import { beginAuthenticator } from '@portico/contract/calls/account-security'
import { logout } from '@portico/contract/calls/identity'
import { Smartphone } from 'lucide-react'
import { useState } from 'react'
import { api } from '../api/api.ts'
import { useAction } from '../api/use-action.ts'
import { Problem } from '../forms/problem.tsx'
import { usePage } from '../page-state.tsx'
import { links } from '../router/links.ts'
import { useNavigation } from '../router/navigation.ts'
import type { View } from '../router/view.ts'
import { AuthenticatorSetup, type NewAuthenticator } from '../security/authenticator-setup.tsx'
import { takeDestination } from '../session/destination.ts'
import { loadPage } from '../session/load-page.ts'
import { useText } from '../texts/text.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import styles from './second-factor.module.css'

/** Staff must set up an authenticator app before anything else (AD-2), or sign out. */
function SecondFactor() {
  const t = useText()
  const { brand } = usePage()
  const { href } = useNavigation()
  const [begun, setBegun] = useState<NewAuthenticator | null>(null)
  const beginning = useAction({}, 'administration.failed')
  const leaving = useAction({}, 'administration.failed')
  const begin = () =>
    beginning.run(async () => {
      setBegun(await api.call(beginAuthenticator))
    })
  const leave = () =>
    leaving.run(async () => {
      await api.call(logout, { mayBeOver: true })
      loadPage(links.signIn())
    })
  return (
    <div className={styles.view}>
      <Card>
        <h1>{t('administration.factor-due.title')}</h1>
        <p>{t('administration.factor-due.text')}</p>
        <div className={styles.buttons}>
          <Button busy={beginning.busy} icon={<Smartphone aria-hidden="true" />} onClick={begin}>
            {t('account.authenticator.setUp')}
          </Button>
          <Button variant="quiet" busy={leaving.busy} onClick={leave}>
            {t('administration.factor-due.leave')}
          </Button>
        </div>
        <Problem text={beginning.problem ?? leaving.problem} />
      </Card>
      <AuthenticatorSetup
        begun={begun}
        onClose={() => setBegun(null)}
        onDone={() => loadPage(takeDestination() ?? href(links.landing(brand)))}
      />
    </div>
  )
}

export const view: View = { title: 'administration.factor-due.title', Component: SecondFactor }
