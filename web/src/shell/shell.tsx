import { RichText } from '../messages/rich-text.tsx'
import { useText } from '../messages/text.tsx'
import { usePage } from '../page-state.tsx'
import { Outlet } from '../router/outlet.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Footer } from './footer.tsx'
import { Header, type HeaderProps } from './header.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { PhoneLink } from './phone-link.tsx'
import { Problems } from './problems.tsx'
import styles from './shell.module.css'
import { useLogout } from './use-logout.ts'

/** Everything around the view: skip link, notices, header, footer, and the dialogs that any call may raise. */
export function Shell({ parts }: Pick<HeaderProps, 'parts'>) {
  const t = useText()
  const { brand } = usePage()
  const logout = useLogout()
  return (
    <div className={styles.page}>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads within the page; following it would replace the route in the hash */}
      <a
        href="#main"
        className={styles.skip}
        onClick={(event) => {
          event.preventDefault()
          document.getElementById('main')?.focus()
        }}
      >
        {t('shell.skip')}
      </a>
      <noscript>
        <p className={styles.noscript}>
          <RichText
            id="shell.noscript"
            values={{ hours: brand.customerServiceHours }}
            elements={{ phone: () => <PhoneLink /> }}
          />
        </p>
      </noscript>
      <OfflineNotice />
      <Header parts={parts} logout={logout} />
      <main id="main" tabIndex={-1} className={styles.main}>
        <Outlet />
        <Pending />
      </main>
      <Footer />
      <Problems />
      {parts && <parts.SessionCheck />}
      {parts && <parts.LogoutFailedDialog open={logout.state === 'failed'} onClose={logout.dismiss} />}
    </div>
  )
}

/** Stands in while the hash asks for another view than the server rendered; the root element's attribute shows it. */
function Pending() {
  return (
    <div className={styles.pending} aria-hidden="true">
      <Skeleton shape="title" />
      <Skeleton shape="line" className={styles.pendingLine} />
      <div className={styles.pendingCards}>
        <Skeleton shape="block" />
        <Skeleton shape="block" />
        <Skeleton shape="block" />
      </div>
    </div>
  )
}
