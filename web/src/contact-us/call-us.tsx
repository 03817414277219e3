import type { SessionView } from '@portico/contract/page'
import { CallCard } from '../shell/call-card.tsx'
import styles from '../shell/ways.module.css'
import { useText } from '../texts/text.tsx'
import { SignInFirst } from './sign-in-first.tsx'

/** Contact us for people who are not members, not signed in, or may not write for the member they view (RG-3). */
export function CallUs({ session }: { readonly session: SessionView | null }) {
  const t = useText()
  return (
    <div className={styles.view}>
      <h1>{t('contact-us.title')}</h1>
      <p className={styles.notice}>
        {session?.simulation?.scopes
          ? t('contact-us.not-shared', { name: session.firstName })
          : t('contact-us.members-only')}
      </p>
      <div className={styles.ways}>
        <CallCard />
        {session === null && <SignInFirst />}
      </div>
    </div>
  )
}
