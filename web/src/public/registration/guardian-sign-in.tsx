import { requestSignInPin, verifySignInGuardian } from '@portico/contract/calls/registration'
import { CircleCheck, TimerOff } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { ApiError } from '../../base/api/error.ts'
import { links } from '../../base/router/links.ts'
import { useNavigation } from '../../base/router/navigation.ts'
import { useText } from '../../base/texts/text.tsx'
import recovery from '../../kit/forms/form-page.module.css'
import { Outcome } from '../../kit/forms/outcome.tsx'
import { loadPage } from '../../session/session/load-page.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { GuardianFields } from './guardian-fields.tsx'
import { useGuardian } from './use-guardian.ts'

/** Continues a sign-in that a child's guardian must allow first (ER-4, ER-5). */
export function GuardianSignIn() {
  const t = useText()
  const { href } = useNavigation()
  const [logonId, setLogonId] = useState<string | null>(null)
  const [expired, setExpired] = useState(false)
  const guardian = useGuardian({
    id: 'guardian',
    ask: (details) => api.call(requestSignInPin, { body: details }),
    verify: async (pin) => (await api.call(verifySignInGuardian, { body: { pin } })).logonId,
    onProven: setLogonId,
    isEnd: (error) => {
      const isOver = error instanceof ApiError && error.code === 'CHALLENGE-EXPIRED'
      setExpired(isOver)
      return isOver
    },
  })
  if (logonId !== null) {
    return (
      <Outcome
        icon={CircleCheck}
        title={t('registration.guardian.done.title')}
        text={t('registration.guardian.done.text', { logonId })}
      >
        {/* The server fills in the login ID. */}
        <Button onClick={() => loadPage(href(`${links.signIn()}?loginId=${encodeURIComponent(logonId)}`))}>
          {t('registration.signIn')}
        </Button>
      </Outcome>
    )
  }
  if (expired) {
    return (
      <Outcome
        icon={TimerOff}
        title={t('registration.guardian.expired.title')}
        text={t('registration.guardian.expired.text')}
      >
        <ButtonLink to={links.signIn()}>{t('registration.signIn')}</ButtonLink>
      </Outcome>
    )
  }
  return (
    <div className={recovery.view}>
      <h1>{t('registration.guardian.title')}</h1>
      <p className={recovery.intro}>{t('registration.guardian.signIn')}</p>
      <GuardianFields guardian={guardian} back={links.signIn()} />
    </div>
  )
}
