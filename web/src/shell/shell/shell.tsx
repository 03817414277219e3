import { type ComponentType, Suspense } from 'react'
import { idle } from '../../base/idle.ts'
import { usePage } from '../../base/page-state.tsx'
import { RichText } from '../../base/texts/rich-text.tsx'
import { useText } from '../../base/texts/text.tsx'
import { PhoneLink } from '../../kit/phone/phone-link.tsx'
import { useLogout } from '../../session/sign-out/use-logout.ts'
import { createPart, LazyPart } from '../../ui/lazy-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Footer } from './footer.tsx'
import { Header, type HeaderProps } from './header.tsx'
import { Outlet } from './outlet.tsx'
import { Problems } from './problems.tsx'
import styles from './shell.module.css'
import type { SimulationBannerProps } from './simulation-banner.tsx'

/** It includes the keys for menus, so it is loaded right away. */
const background = createPart(async () => (await import('./background.tsx')).Background)
/** Not needed at once: only when the connection is lost or the page is printed, or when it is left alone (SE-1, SE-2). */
const above = createPart(async () => {
  await idle()
  return (await import('./above.tsx')).Above
})
const sessionWatch = createPart(async () => {
  await idle()
  return (await import('../../session/timers/session-watch.tsx')).SessionWatch
})
const logoutFailed = createPart(async () => {
  await idle()
  return (await import('./logout-failed-dialog.tsx')).LogoutFailedDialog
})
const noProps = {}

export interface ShellProps extends Pick<HeaderProps, 'parts'> {
  /** Set while a representative acts for someone (CS-1). */
  readonly Banner: ComponentType<SimulationBannerProps> | null
  /** Set while the page's language is one that no one has checked. */
  readonly Line: ComponentType | null
}

/** Everything around the view: skip link, notices, header, footer, and the dialogs that calls may open. */
export function Shell({ parts, Banner, Line }: ShellProps) {
  const t = useText()
  const { brand, session } = usePage()
  const logout = useLogout()
  return (
    <div className={styles.page} data-wide={session?.role === 'INTERNAL' || undefined}>
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
      {session?.simulation && Banner && <Banner session={session} simulation={session.simulation} />}
      <LazyPart part={above} props={noProps} />
      <Suspense>
        <Header parts={parts} logout={logout} />
      </Suspense>
      <main id="main" tabIndex={-1} className={styles.main}>
        {Line && <Line />}
        <LazyPart part={sessionWatch} props={noProps} />
        <Outlet />
        <Pending />
      </main>
      {session?.role !== 'INTERNAL' && (
        <Suspense>
          <Footer parts={parts} />
        </Suspense>
      )}
      {parts && <parts.FloatingChat />}
      <Problems />
      <LazyPart part={background} props={noProps} />
      {parts && <parts.SessionCheck />}
      {session && <LazyPart part={logoutFailed} props={{ open: logout.state === 'failed', onClose: logout.dismiss }} />}
    </div>
  )
}

/** Shown while the hash names another view than the one the server rendered, by an attribute of the root element. */
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
