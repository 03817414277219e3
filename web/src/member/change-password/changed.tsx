import { CircleCheck } from 'lucide-react'
import { useEffect } from 'react'
import { forgetToken } from '../../base/api/token.ts'
import { usePage } from '../../base/page-state.tsx'
import { links } from '../../base/router/links.ts'
import { useNavigation } from '../../base/router/navigation.ts'
import { useText } from '../../base/texts/text.tsx'
import { Outcome } from '../../kit/forms/outcome.tsx'
import { takeDestination } from '../../session/session/destination.ts'
import { loadPage } from '../../session/session/load-page.ts'
import { markPasswordSet } from '../../session/session/password-marker.ts'
import { Button } from '../../ui/button.tsx'

/** The password has been changed; continues to where the person wanted to go. */
export function Changed() {
  const t = useText()
  const { brand } = usePage()
  const { href } = useNavigation()
  useEffect(() => {
    markPasswordSet()
    // It belongs to the previous session.
    forgetToken()
  }, [])

  const goOn = () => loadPage(takeDestination() ?? href(links.landing(brand)))

  return (
    <Outcome icon={CircleCheck} title={t('changePassword.changed.title')} text={t('changePassword.changed.text')}>
      <Button onClick={goOn}>{t('changePassword.changed.continue')}</Button>
    </Outcome>
  )
}
