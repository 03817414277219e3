import { useText } from '../messages/text.tsx'
import { CallCard } from '../service/call-card.tsx'
import styles from '../service/service-view.module.css'
import { SignInFirst } from './sign-in-first.tsx'

/** Contact us for those who are no members, or not signed in. */
export function CallUs({ signedIn }: { readonly signedIn: boolean }) {
  const t = useText()
  return (
    <div className={styles.view}>
      <h1>{t('contact-us.title')}</h1>
      <p className={styles.notice}>{t('contact-us.members-only')}</p>
      <div className={styles.ways}>
        <CallCard />
        {!signedIn && <SignInFirst />}
      </div>
    </div>
  )
}
