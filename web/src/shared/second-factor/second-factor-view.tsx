import { beginAuthenticator, stepUpOptions } from '@portico/contract/calls/account-security'
import { logout } from '@portico/contract/calls/identity'
import { KeyRound, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { askForProof } from '../../base/api/problems.ts'
import { useAction } from '../../base/api/use-action.ts'
import { usePage } from '../../base/page-state.tsx'
import { links } from '../../base/router/links.ts'
import { useNavigation } from '../../base/router/navigation.ts'
import type { View } from '../../base/router/view.ts'
import { useText } from '../../base/texts/text.tsx'
import { useHydrated } from '../../base/use-hydrated.ts'
import { Problem } from '../../kit/forms/problem.tsx'
import { takeDestination } from '../../session/session/destination.ts'
import { loadPage } from '../../session/session/load-page.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { AuthenticatorSetup, type NewAuthenticator } from '../security/authenticator-setup.tsx'
import { makePasskey } from '../security/make-passkey.ts'
import styles from './second-factor.module.css'

const refusals = {
  'NOT-FOUND': 'administration.factor-due.not-offered',
  NotAllowedError: 'account.passkeys.notMade',
  InvalidStateError: 'account.passkeys.there',
  'CHALLENGE-EXPIRED': 'account.passkeys.late',
} as const

/**
 * Staff must set up an authenticator app or a passkey before anything else (AD-2), or sign out. Staff who have one but signed in with only
 * the password must use it instead.
 */
function SecondFactor() {
  const t = useText()
  const { brand } = usePage()
  const { href } = useNavigation()
  const [begun, setBegun] = useState<NewAuthenticator | null>(null)
  const beginning = useAction(refusals, 'administration.failed')
  const leaving = useAction({}, 'administration.failed')
  // Only the browser itself can tell.
  const hasPasskeys = useHydrated() && 'PublicKeyCredential' in window
  const goOn = () => loadPage(takeDestination() ?? href(links.landing(brand)))
  const unlessProven = (setUp: () => Promise<void>) =>
    beginning.run(async () => {
      const { password, provider } = await api.call(stepUpOptions)
      if (password || provider) return setUp()
      if (await askForProof()) goOn()
    })
  const begin = () =>
    unlessProven(async () => {
      setBegun(await api.call(beginAuthenticator))
    })
  const addPasskey = () =>
    unlessProven(async () => {
      await makePasskey(t)
      goOn()
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
          {hasPasskeys && (
            <Button
              variant="secondary"
              busy={beginning.busy}
              icon={<KeyRound aria-hidden="true" />}
              onClick={addPasskey}
            >
              {t('account.passkeys.add')}
            </Button>
          )}
          <Button variant="quiet" busy={leaving.busy} onClick={leave}>
            {t('administration.factor-due.leave')}
          </Button>
        </div>
        <Problem text={beginning.problem ?? leaving.problem} />
      </Card>
      <AuthenticatorSetup begun={begun} onClose={() => setBegun(null)} onDone={goOn} />
    </div>
  )
}

export const view: View = { title: 'administration.factor-due.title', Component: SecondFactor }
