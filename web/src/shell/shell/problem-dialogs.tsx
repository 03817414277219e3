import { useEffect } from 'react'
import type { CallProblems } from '../../base/api/problems.ts'
import { createPart, LazyPart } from '../../ui/lazy-part.tsx'
import { CriticalDialog } from './critical-dialog.tsx'

const proofDialog = createPart(async () => (await import('../../shared/security/proof-dialog.tsx')).ProofDialog)

/** A failure that the page cannot recover from (HT-3), and a proof required before a sensitive change. */
export function ProblemDialogs({ critical, proof }: Pick<CallProblems, 'critical' | 'proof'>) {
  // If the proof's dialog cannot be loaded, the proof counts as not given.
  useEffect(() => {
    if (proof) proofDialog.load().catch(() => proof(false))
  }, [proof])
  return (
    <>
      {critical && <CriticalDialog error={critical} />}
      {proof && <LazyPart part={proofDialog} props={{ onDone: proof }} />}
    </>
  )
}
