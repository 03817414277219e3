import { publicConfig } from '@portico/contract/calls/config'
import type { SessionView } from '@portico/contract/page'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
import { useText } from '../../base/texts/text.tsx'
import { CallCard } from '../../kit/phone/call-card.tsx'
import { NurseCard } from '../../kit/phone/nurse-card.tsx'
import styles from '../../shell/shell/ways.module.css'
import { Alert } from '../../ui/alert.tsx'
import { EmailCard } from './email-card.tsx'
import { isInMaintenance, messageCenterApplication } from './maintenance-flag.ts'
import { SignInFirst } from './sign-in-first.tsx'

/** Contact us for people who are not members, not signed in, or may not write for the member they view (RG-3). */
export function CallUs({ session }: { readonly session: SessionView | null }) {
  const t = useText()
  const { brand } = usePage()
  const params = { application: messageCenterApplication, brand: brand.code }
  const closed = useLoaded((signal) => api.call(publicConfig, { params, signal }).then(isInMaintenance)).value ?? false
  return (
    <div className={styles.view}>
      <h1>{t('contact-us.title')}</h1>
      <p className={styles.notice}>
        {session?.simulation?.scopes
          ? t('contact-us.not-shared', { name: session.firstName })
          : t('contact-us.members-only')}
      </p>
      <div role="status">
        {closed && (
          <Alert tone="warning" title={t('contact-us.maintenance-title')}>
            <p>{t('contact-us.maintenance.call')}</p>
          </Alert>
        )}
      </div>
      <div className={styles.ways}>
        <CallCard />
        <NurseCard />
        {session === null && <SignInFirst />}
        {session !== null && session.simulation === null && <EmailCard />}
      </div>
    </div>
  )
}
