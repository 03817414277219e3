import type { PayloadOf } from '@portico/contract/call'
import { consumerProfile } from '@portico/contract/calls/profile'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import type { MessageId } from '../../base/texts/catalogues.ts'
import { RichText } from '../../base/texts/rich-text.tsx'
import { useText } from '../../base/texts/text.tsx'
import styles from '../../kit/forms/screen.module.css'
import { Screen } from '../../kit/forms/screen.tsx'
import { PhoneLink } from '../../kit/phone/phone-link.tsx'
import { Card } from '../../ui/card.tsx'
import { ContactForm } from './contact-form.tsx'
import { EmailCard } from './email-card.tsx'

export type Profile = PayloadOf<typeof consumerProfile>

export interface ProfileCardProps {
  readonly profile: Profile
  /** Called after a change: announces it and shows the new data. */
  readonly onChange: (done: MessageId, changed: Profile) => void
}

const load = (signal: AbortSignal) => api.call(consumerProfile, { signal })

/** Name and contact information (RG-3). */
export function Contact() {
  const t = useText()
  const loaded = useLoaded(load)
  const [changed, setChanged] = useState<Profile | null>(null)
  const [done, setDone] = useState<MessageId | null>(null)
  const [turn, setTurn] = useState(0)
  const onChange = (what: MessageId, now: Profile) => {
    setDone(what)
    setChanged(now)
    setTurn(turn + 1)
  }
  return (
    <Screen
      title="account.contact.title"
      about="profile.about"
      loaded={{ ...loaded, value: changed ?? loaded.value }}
      done={done && <span key={turn}>{t(done)}</span>}
    >
      {(profile) => (
        <>
          <Card title={t('profile.name.title')}>
            <p>
              <strong>{`${profile.firstName} ${profile.lastName}`.trim()}</strong>
            </p>
            <p className={styles.text}>{t('profile.name.loginId', { loginId: profile.logonId })}</p>
            <p className={styles.text}>
              <RichText id="profile.name.about" elements={{ phone: () => <PhoneLink /> }} />
            </p>
          </Card>
          <EmailCard profile={profile} onChange={onChange} />
          <ContactForm profile={profile} onChange={onChange} />
        </>
      )}
    </Screen>
  )
}
