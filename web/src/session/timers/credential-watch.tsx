import { logout } from '@portico/contract/calls/identity'
import { useEffect, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { usePage } from '../../base/page-state.tsx'
import { links } from '../../base/router/links.ts'
import { isAskedFor } from '../../base/router/match.ts'
import { useNavigation } from '../../base/router/navigation.ts'
import { sessionStore } from '../../base/storage/storage.ts'
import { useText } from '../../base/texts/text.tsx'
import { Alert } from '../../ui/alert.tsx'
import { keepDestination } from '../session/destination.ts'
import { loadPage } from '../session/load-page.ts'
import { onActivity } from './activity.ts'
import { type CredentialScreen, longer } from './credential-screens.ts'
import styles from './credential-watch.module.css'
import { ExpiryDialog } from './expiry-dialog.tsx'
import { isTyped } from './typed.ts'
import { useClock } from './use-clock.ts'

/** Whether a long screen was cleared, kept until such a screen says so: a page starts as its sign-in, before its address has been read. */
const clearedKey = 'portico.form-cleared'

interface CredentialWatchProps {
  readonly screen: CredentialScreen
  readonly hasTexts: boolean
}

/** Clears credentials that someone typed and abandoned (SE-1), and says so on the next page. */
export function CredentialWatch({ screen, hasTexts }: CredentialWatchProps) {
  const { timers, passwordDue } = usePage()
  const { href, match } = useNavigation()
  const isLong = screen === 'long'
  const [cleared] = useState(() => sessionStore.get(clearedKey) === isLong)
  // Someone who is signed in already can be abandoned with an empty form, too.
  const always = passwordDue || screen === 'due'
  const [on, setOn] = useState(always)

  // An empty form has nothing to guard.
  useEffect(() => {
    const look = () => setOn(always || hasTyped())
    look()
    return onActivity(look)
  }, [always])

  const expire = async () => {
    for (const form of document.forms) form.reset()
    if (always) await api.call(logout, { query: { cause: 'inactivity' }, mayBeOver: true }).catch(() => {})
    if (match.kind === 'sign-in' && isAskedFor(match)) keepDestination()
    sessionStore.set(clearedKey, isLong)
    // Everything else typed there is kept in the browser tab.
    loadPage(href(isLong ? links.register() : '/'))
  }
  const { endsAt, close } = useClock('credentials', screen === 'short' ? timers : longer(timers), {
    on,
    onExpired: expire,
  })
  if (!hasTexts) return null
  return (
    <>
      {cleared && <ClearedNotice isLong={isLong} />}
      <ExpiryDialog scope="credentials" endsAt={endsAt} onClose={close} />
    </>
  )
}

function hasTyped(): boolean {
  return [...document.querySelectorAll<HTMLInputElement>('main :is(input, textarea)')].some(isTyped)
}

/** Filled in after it is rendered, so that a screen reader announces it. */
function ClearedNotice({ isLong }: { readonly isLong: boolean }) {
  const t = useText()
  const [shown, setShown] = useState(false)
  useEffect(() => {
    setShown(true)
    sessionStore.remove(clearedKey)
  }, [])
  return (
    <div role="status" className={styles.notice}>
      {shown && (
        <Alert tone="info" title={t('session.cleared.title')}>
          <p>{t(isLong ? 'session.cleared.kept' : 'session.cleared.text')}</p>
        </Alert>
      )}
    </div>
  )
}
