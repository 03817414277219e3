import { describeLanguage, languages } from '@portico/rules/languages/list'
import { useId, useState } from 'react'
import { usePage } from '../../base/page-state.tsx'
import { Select } from '../../ui/select.tsx'
import styles from './gallery.module.css'

/** Every e-mail that the server sends; a test compares the list with the server's own. */
const emails = [
  'form-answered',
  'contact-card',
  'call-me',
  'new-message',
  'new-message-child',
  'order-news',
  'refill-soon',
  'premium-due',
  'payment-received',
  'payment-failed',
  'account-ending',
  'autopay-soon',
  'autopay-failed',
  'autopay-agreed',
  'autopay-stopped',
  'payment-taken-back',
  'confirm-email',
  'confirm-registration',
  'resume-registration',
  'forgotten-login-id',
  'forgotten-password',
  'guardian-pin',
  'access-invitation',
  'access-began',
  'access-ended',
  'app-connected',
  'app-changed',
  'app-ending',
  'app-ended',
  'app-approved',
  'app-refused',
  'app-stopped',
  'staff-invitation',
  'agent-invitation',
  'staff-confirmation',
  'feed-held',
  'feed-late',
  'second-factor-reset',
  'password-changed',
  'email-changed',
  'new-device',
  'account-closed',
  'plan-proposal',
  'clients-handed-over',
  'application-received',
  'application-complete',
  'application-paid',
  'application-unpaid',
  'application-effectuated',
  'application-withdrawn',
  'saved-providers',
] as const

/** E-mails in the page's brand, in a sandboxed frame. */
export function Emails() {
  const { brand, language: own } = usePage()
  const id = useId()
  const [template, setTemplate] = useState<string>(emails[0])
  const [language, setLanguage] = useState<string>(own)
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>E-mails</h2>
      <div className={styles.states}>
        <Select label="E-mail" value={template} onValue={setTemplate}>
          {emails.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Select>
        <Select label="Language" value={language} onValue={setLanguage}>
          {languages.map((one) => (
            <option key={one} value={one}>
              {describeLanguage(one).name}
            </option>
          ))}
        </Select>
      </div>
      <iframe
        key={`${template} ${language}`}
        title={`${template}, ${language}`}
        src={`/emails/${template}/${brand.code}/${language}`}
        sandbox=""
        className={styles.email}
      />
    </section>
  )
}
