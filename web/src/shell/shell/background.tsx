import { useEffect, useSyncExternalStore } from 'react'
import { useTags } from '../../base/analytics/use-tags.ts'
import { loadingStore } from '../../base/api/loading.ts'
import { idle } from '../../base/idle.ts'
import { usePage } from '../../base/page-state.tsx'
import { useMay } from '../../session/acting/use-may.ts'
import { watchFocus } from '../../ui/kept-focus.ts'
import { createPart, LazyPart } from '../../ui/lazy-part.tsx'
import { LoadingIndicator } from '../../ui/loading-indicator.tsx'
import { watchMenuKeys } from '../../ui/menu-keys.ts'
import { watchResponsive } from '../../ui/responsive.ts'
import { rememberTimeZone } from './preferences.ts'

const passwordDialog = createPart(async () => (await import('./password-due.tsx')).PasswordDue)
const mailWatch = createPart(async () => (await import('../../shared/live/mail-watch.tsx')).MailWatch)
const noProps = {}

/** The parts of every page that are not needed to use it, loaded once it is hydrated. */
export function Background() {
  const { passwordDue, session, stubs, timeZone } = usePage()
  const mayRead = useMay('messages')
  const hasMail = session?.role === 'MEMBER' && mayRead && !passwordDue && !stubs
  const loading = useSyncExternalStore(loadingStore.subscribe, loadingStore.get)
  useEffect(watchResponsive, [])
  useEffect(watchMenuKeys, [])
  useEffect(watchFocus, [])
  useEffect(() => rememberTimeZone(timeZone), [timeZone])
  useTags()
  // ID cards kept on this phone end with the session of the person who kept them. A preview shown to an author has no origin, and keeps
  // nothing.
  useEffect(() => {
    if (window.origin === 'null') return
    idle()
      .then(() => navigator.serviceWorker?.getRegistration('/pocket/'))
      .then(async (kept) => kept && (await import('../../shared/pocket/watch-kept.ts')).watchKept())
      .catch(() => {})
  }, [])
  // Loads the contents of the header's menus before someone opens one.
  useEffect(() => {
    idle()
      .then(() => Promise.all([import('./choices.tsx'), session && import('./account-items.tsx')]))
      .catch(() => {})
  }, [session])
  return (
    <>
      <LoadingIndicator loading={loading} />
      {hasMail && <LazyPart part={mailWatch} props={{ session }} />}
      {passwordDue && <LazyPart part={passwordDialog} props={noProps} />}
    </>
  )
}
