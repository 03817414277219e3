import { MessageSquareText } from 'lucide-react'
import { useEffect } from 'react'
import { links } from '../../base/router/links.ts'
import { useNavigate } from '../../base/router/navigation.ts'
import { useText } from '../../base/texts/text.tsx'
import { WayCard } from '../../kit/phone/way-card.tsx'
import { draftKeys, tabStorage } from '../../shared/composing/kept-draft.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { contactDraft } from './draft.ts'

/** Leads people who are signed out to the form; those who were writing when the session ended go there at once (MC-3). */
export function SignInFirst() {
  const t = useText()
  const navigate = useNavigate()
  useEffect(() => {
    const isWriting = draftKeys(tabStorage()).some((key) => key.startsWith(contactDraft.prefix))
    if (isWriting) navigate(links.writeToUs(), { replace: true })
  }, [navigate])

  const action = (
    <ButtonLink to={links.writeToUs()} variant="secondary">
      {t('contact-us.sign-in-first')}
    </ButtonLink>
  )
  return (
    <WayCard title={t('contact-us.write')} icon={MessageSquareText} action={action}>
      <p>{t('contact-us.write-text')}</p>
    </WayCard>
  )
}
