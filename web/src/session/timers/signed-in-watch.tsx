import { validateSession } from '@portico/contract/calls/identity'
import type { SessionView } from '@portico/contract/page'
import { LOGOUT_PATH } from '@portico/rules/session/logout-path'
import { useEffect } from 'react'
import { api } from '../../base/api/api.ts'
import { runDuringSession } from '../../base/api/running.ts'
import { usePage } from '../../base/page-state.tsx'
import { useNavigation } from '../../base/router/navigation.ts'
import { readCookie } from '../../base/storage/page-cookies.ts'
import { currentFreshness, refreshSession } from '../session/freshness.ts'
import { sessionTokenKey } from '../session/user-data.ts'
import { removeDraftsOfOthers } from '../sign-out/leftovers.ts'
import { leave } from '../sign-out/logout.ts'
import { removeSignOutNote } from '../sign-out/sign-out-note.ts'
import { hearTabs } from './browser-tabs.ts'
import { ExpiryDialog } from './expiry-dialog.tsx'
import { startKeepAlive } from './keep-alive.ts'
import { useClock } from './use-clock.ts'

export interface SignedInWatchProps {
  readonly session: SessionView
  readonly hasTexts: boolean
}

/** A signed-in page's timers (SE-2, SE-3), and reactions to what other browser tabs and devices do to its session (SO-4, SI-9). */
export function SignedInWatch({ session, hasTexts }: SignedInWatchProps) {
  const { timers, stubs } = usePage()
  const { href, match } = useNavigation()
  const { logonId, simulation } = session
  // What a rep typed for someone else must not be found again.
  const draftsOf = simulation ? null : logonId
  const logoutPage = href(LOGOUT_PATH)
  const isLogoutPage = match.place.segments.length === 0 && match.place.page?.start === 'logout'

  const expire = () => leave({ reason: 'inactivity', draftsOf, logoutPage })
  const { endsAt, close, lastActivity } = useClock('session', timers, { on: !isLogoutPage, onExpired: expire })

  useEffect(() => {
    refreshSession(logonId)
    removeDraftsOfOthers(logonId)
    // The logout page's explanation stays until the person has moved on from there.
    if (!isLogoutPage) removeSignOutNote()
  }, [logonId, isLogoutPage])

  useEffect(() => {
    if (stubs) return
    return runDuringSession(() => startKeepAlive(timers, lastActivity))
  }, [timers, stubs, lastActivity])

  useEffect(
    () =>
      hearTabs((message) => {
        if (message.type !== 'signed-out') return
        const { reason } = message
        // A person who signs out leaves nothing behind in any browser tab; after a time-out, they can continue when they sign in
        // again.
        if (reason === 'inactivity') leave({ reason, draftsOf, logoutPage, heard: true })
        else leave({ reason: reason === 'signed-out' ? 'other-tab' : reason, draftsOf: null, logoutPage, heard: true })
      }),
    [draftsOf, logoutPage],
  )

  useEffect(watchCookie, [])
  return hasTexts && <ExpiryDialog scope="session" endsAt={endsAt} onClose={close} />
}

/** A browser tab that wakes up may have missed a sign-out, or someone else's sign-in. */
function watchCookie(): () => void {
  const look = () => {
    if (document.visibilityState !== 'visible') return
    if (readCookie(sessionTokenKey) === undefined) api.call(validateSession).catch(() => {})
    else if (currentFreshness() === 'stale') location.reload()
  }
  document.addEventListener('visibilitychange', look)
  window.addEventListener('pageshow', look)
  return () => {
    document.removeEventListener('visibilitychange', look)
    window.removeEventListener('pageshow', look)
  }
}
