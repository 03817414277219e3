import { LOGOUT_PATH } from '@portico/rules/session/logout-path'
import { useEffect } from 'react'
import type { CallProblems } from '../api/problems.ts'
import { usePage } from '../page-state.tsx'
import { useNavigation } from '../router/navigation.ts'
import { leave } from '../sign-out/logout.ts'
import { createPart, LazyPart } from '../ui/lazy-part.tsx'
import { CriticalDialog } from './critical-dialog.tsx'

const proofDialog = createPart(async () => (await import('../security/proof-dialog.tsx')).ProofDialog)

/**
 * Problems that calls report to the whole page: a failure it cannot recover from (HT-3), the end of the session (SI-8), which the
 * logout page explains, and a proof required before a sensitive change.
 */
export function ProblemDialogs({ critical, noSession, proof }: CallProblems) {
  const { session } = usePage()
  const { href } = useNavigation()
  const draftsOf = session === null || session.simulation ? null : session.logonId
  const logoutPage = href(LOGOUT_PATH)
  useEffect(() => {
    if (noSession) leave({ reason: 'ended', draftsOf, logoutPage })
  }, [noSession, draftsOf, logoutPage])
  // A proof that cannot be asked for counts as not given.
  useEffect(() => {
    if (proof) proofDialog.load().catch(() => proof(false))
  }, [proof])
  if (noSession) return null
  return (
    <>
      {critical && <CriticalDialog error={critical} />}
      {proof && <LazyPart part={proofDialog} props={{ onDone: proof }} />}
    </>
  )
}
