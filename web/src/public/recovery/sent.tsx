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
  readonly what: 'loginId' | 'link'
  readonly onAgain: () => void
}

/** Says that an e-mail is on its way if what was typed is right, and reveals nothing more. */
export function RecoverySent({ what, onAgain }: SentProps) {
  const t = useText()
  const { brand } = usePage()
  return (
    <Outcome icon={MailCheck} title={t('recovery.sent.title')} text={t(`recovery.sent.${what}`)}>
      <ul className={styles.tips}>
        <li>{t('recovery.sent.spam')}</li>
        <li>
          <RichText
            id="recovery.sent.none"
            values={{ hours: brand.customerServiceHours }}
            elements={{ phone: () => <PhoneLink /> }}
          />
        </li>
      </ul>
      <div className={styles.actions}>
        <ButtonLink to={links.signIn()}>{t('recovery.signIn')}</ButtonLink>
        <Button variant="quiet" onClick={onAgain}>
          {t('recovery.sent.again')}
        </Button>
      </div>
    </Outcome>
  )
}
