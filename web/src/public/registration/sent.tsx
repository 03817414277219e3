import { MailCheck } from 'lucide-react'
import { usePage } from '../../base/page-state.tsx'
import { links } from '../../base/router/links.ts'
import { RichText } from '../../base/texts/rich-text.tsx'
import { useText } from '../../base/texts/text.tsx'
import styles from '../../kit/forms/form-page.module.css'
import { Outcome } from '../../kit/forms/outcome.tsx'
import { PhoneLink } from '../../kit/phone/phone-link.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'

interface SentProps {
  /** Null after a reload: the registration's data is no longer kept. */
  readonly email: string | null
  readonly onAgain: () => void
}

/** Says that the link is on its way, and that opening it finishes the account. */
export function RegistrationSent({ email, onAgain }: SentProps) {
  const t = useText()
  const { brand } = usePage()
  return (
    <Outcome
      icon={MailCheck}
      title={t('registration.sent.title')}
      text={email === null ? t('registration.sent.somewhere') : t('registration.sent.text', { email })}
    >
      <ul className={styles.tips}>
        <li>{t('registration.sent.spam')}</li>
        <li>
          <RichText
            id="registration.sent.none"
            values={{ hours: brand.customerServiceHours }}
            elements={{ phone: () => <PhoneLink /> }}
          />
        </li>
      </ul>
      <div className={styles.actions}>
        <ButtonLink to={links.signIn()}>{t('registration.signIn')}</ButtonLink>
        {email !== null && (
          <Button variant="quiet" onClick={onAgain}>
            {t('registration.sent.again')}
          </Button>
        )}
      </div>
    </Outcome>
  )
}
