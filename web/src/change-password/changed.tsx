import { getUserInfo } from '@portico/contract/calls/identity'
import { CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { api } from '../api/api.ts'
import { forgetToken } from '../api/token.ts'
import { Outcome } from '../forms/outcome.tsx'
import { usePage } from '../page-state.tsx'
import { links } from '../router/links.ts'
import { useNavigation } from '../router/navigation.ts'
import { takeDestination } from '../session/destination.ts'
import { loadPage } from '../session/load-page.ts'
import { markPasswordSet } from '../session/password-marker.ts'
import { storeUserData, toUserData } from '../session/user-data.ts'
import { useText } from '../texts/text.tsx'
import { Button } from '../ui/button.tsx'

/** The password has been changed; continues to where the person wanted to go. */
export function Changed() {
  const t = useText()
  const { brand } = usePage()
  const { href } = useNavigation()
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    markPasswordSet()
    // It belongs to the previous session.
    forgetToken()
  }, [])

  const goOn = async () => {
    setBusy(true)
    // If a new password was due, the person's data could not be loaded until now (SI-5).
    await api.call(getUserInfo).then(
      (info) => storeUserData(toUserData(info)),
      () => {},
    )
    loadPage(takeDestination() ?? href(links.landing(brand)))
  }

  return (
    <Outcome icon={CircleCheck} title={t('changePassword.changed.title')} text={t('changePassword.changed.text')}>
      <Button busy={busy} onClick={goOn}>
        {t('changePassword.changed.continue')}
      </Button>
    </Outcome>
  )
}
