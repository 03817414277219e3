import { logout } from '@portico/contract/calls/identity'
import type { SignOutReason } from '@portico/rules/session/sign-out'
import { Clock, LogOut, ShieldAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { usePage } from '../../base/page-state.tsx'
import { links } from '../../base/router/links.ts'
import { match } from '../../base/router/match.ts'
import { useNavigation } from '../../base/router/navigation.ts'
import { readPlace } from '../../base/router/place.ts'
import type { View } from '../../base/router/view.ts'
import { RichText } from '../../base/texts/rich-text.tsx'
import { useText } from '../../base/texts/text.tsx'
import { useHydrated } from '../../base/use-hydrated.ts'
import lettering from '../../kit/layout/lettering.module.css'
import { PhoneLink } from '../../kit/phone/phone-link.tsx'
import { Alert } from '../../ui/alert.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { keepDestination } from '../session/destination.ts'
import { holdsDrafts } from './leftovers.ts'
import styles from './logout-view.module.css'
import { readSignOutNote, type SignOutNote, writeSignOutNote } from './sign-out-note.ts'

/** Explains why someone was signed out and leads back to sign-in (SO-5). */
function Logout() {
  const { session } = usePage()
  const note = useNote()
  if (session === null) return <SignedOut note={note} />
  return note?.reason === 'inactivity' ? <StillOpen /> : <SignedIn />
}

/** Combines what the browser tab knows with what the server knows about the session that the browser's cookie names. */
function useNote(): SignOutNote | null {
  const { view } = usePage()
  const hydrated = useHydrated()
  const told = view.name === 'logout' ? view.reason : null
  const [kept, setKept] = useState<SignOutNote | null>(null)
  useEffect(() => {
    const note = readSignOutNote()
    const reason = note && note.reason !== 'ended' ? note.reason : (told ?? note?.reason)
    if (reason === undefined) return
    const whole = { reason, from: note?.from ?? null }
    writeSignOutNote(whole)
    setKept(whole)
  }, [told])
  return hydrated ? kept : told && { reason: told, from: null }
}

const icons: Partial<Record<SignOutReason, typeof Clock>> = {
  inactivity: Clock,
  'too-long': Clock,
  elsewhere: ShieldAlert,
  'password-changed': ShieldAlert,
}

/** Reasons that may be someone else's doing. */
const suspicious: readonly SignOutReason[] = ['elsewhere', 'password-changed']

function SignedOut({ note }: { readonly note: SignOutNote | null }) {
  const t = useText()
  const { brand } = usePage()
  const hydrated = useHydrated()
  const reason = note?.reason ?? 'signed-out'
  const Icon = icons[reason] ?? LogOut
  return (
    <div className={styles.view}>
      <span className={styles.icon}>
        <Icon aria-hidden="true" />
      </span>
      <h1>{t('session.signedOut.title')}</h1>
      <p className={lettering.muted}>{t(`session.reason.${reason}`)}</p>
      {suspicious.includes(reason) && (
        <p className={lettering.muted}>
          <RichText
            id="session.notYou"
            values={{ hours: brand.customerServiceHours }}
            elements={{ phone: () => <PhoneLink /> }}
          />
        </p>
      )}
      {hydrated && holdsDrafts() && <p className={lettering.muted}>{t('session.kept')}</p>}
      <SignInAgain from={note?.from ?? null} />
    </div>
  )
}

/** Back to where the person was, which asks to sign in; a page that visitors may see would not, so sign-in comes first there. */
function SignInAgain({ from }: Pick<SignOutNote, 'from'>) {
  const t = useText()
  const { brand, development } = usePage()
  const isOpen = from !== null && match(readPlace(from), null, development).kind !== 'sign-in'
  return (
    <ButtonLink
      to={isOpen ? links.signIn() : (from ?? brand.links.home)}
      className={styles.action}
      onClick={isOpen ? () => keepDestination(new URL(from, location.origin)) : undefined}
    >
      {t('session.signInAgain')}
    </ButtonLink>
  )
}

function SignedIn() {
  const t = useText()
  const { brand } = usePage()
  return (
    <div className={styles.view}>
      <h1>{t('session.signedIn.title')}</h1>
      <p className={lettering.muted}>{t('session.signedIn.text')}</p>
      <ButtonLink to={links.landing(brand)} className={styles.action}>
        {t('session.continue')}
      </ButtonLink>
    </div>
  )
}

/** The timer could not end the session on the server, perhaps because the network was down: this tries again. */
function StillOpen() {
  const t = useText()
  const { href } = useNavigation()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    api.call(logout, { query: { cause: 'inactivity' }, mayBeOver: true }).then(
      () => location.reload(),
      () => setFailed(true),
    )
  }, [])
  return (
    <div className={styles.view}>
      <h1>{t('session.signedOut.title')}</h1>
      {failed && (
        <Alert tone="danger" role="alert" title={t('shell.logoutFailed.title')}>
          <p>{t('shell.logoutFailed.text')}</p>
          <a href={href('/')}>{t('session.home')}</a>
        </Alert>
      )}
    </div>
  )
}

export const view: View = { title: 'session.signedOut.title', Component: Logout }
