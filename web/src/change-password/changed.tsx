import { CircleCheck } from 'lucide-react'
import { useEffect } from 'react'
import { forgetToken } from '../api/token.ts'
import { Outcome } from '../forms/outcome.tsx'
import { usePage } from '../page-state.tsx'
import { links } from '../router/links.ts'
import { useNavigation } from '../router/navigation.ts'
import { takeDestination } from '../session/destination.ts'
import { loadPage } from '../session/load-page.ts'
import { markPasswordSet } from '../session/password-marker.ts'
import { useText } from '../texts/text.tsx'
import { Button } from '../ui/button.tsx'

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
