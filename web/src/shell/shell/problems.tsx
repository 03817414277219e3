import { LOGOUT_PATH } from '@portico/rules/session/logout-path'
import { useEffect, useSyncExternalStore } from 'react'
import { noProblems, problemStore } from '../../base/api/problems.ts'
import { idle } from '../../base/idle.ts'
import { usePage } from '../../base/page-state.tsx'
import { useNavigation } from '../../base/router/navigation.ts'
import { createPart, LazyPart } from '../../ui/lazy-part.tsx'

const dialogs = createPart(async () => (await import('./problem-dialogs.tsx')).ProblemDialogs)

/**
 * Shows problems that calls report to the whole page. Its dialogs are loaded in advance: by the time one is needed, the connection may be
 * down, or the release replaced.
 */
export function Problems() {
  const { session } = usePage()
  const { href } = useNavigation()
  const { critical, noSession, proof } = useSyncExternalStore(
    problemStore.subscribe,
    problemStore.get,
    () => noProblems,
  )
  const isSignedIn = session !== null
  const ended = noSession && isSignedIn
  const draftsOf = session === null || session.simulation ? null : session.logonId
  const logoutPage = href(LOGOUT_PATH)
  useEffect(() => {
    if (isSignedIn)
      idle()
        .then(() => dialogs.load(false))
        .catch(() => {})
  }, [isSignedIn])
  // Handles the end of the session (SI-8), which the logout page explains; nobody's data stays on the screen, even if a file cannot be
  // loaded.
  useEffect(() => {
    if (ended)
      import('../../session/sign-out/logout.ts').then(
        ({ leave }) => leave({ reason: 'ended', draftsOf, logoutPage }),
        () => location.assign(logoutPage),
      )
  }, [ended, draftsOf, logoutPage])
  // If the proof's dialog cannot be loaded, the proof counts as not given.
  useEffect(() => {
    if (proof) dialogs.load().catch(() => proof(false))
  }, [proof])
  if (ended || (critical === null && proof === null)) return null
  return <LazyPart part={dialogs} props={{ critical, proof }} />
}
