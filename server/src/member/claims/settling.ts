import { claimState } from '@portico/rules/claims/state'
import type { Tx } from '../../platform/db/database.ts'
import type { ClaimKey } from './links.ts'
import { findPointedAt, findRelated, readFacts, setReplacedBy, setStates } from './settling-store.ts'

export { findRelated } from './settling-store.ts'

/**
 * Settles claims whose state depends on others, and returns every claim linked to them. `linked` claims replace others, are replaced,
 * or were stored before; others may name the claims just `stored`.
 */
export async function settleStates(
  tx: Tx,
  stored: readonly ClaimKey[],
  linked: readonly ClaimKey[],
): Promise<readonly ClaimKey[]> {
  const touched = [...linked, ...(await findPointedAt(tx, stored))]
  if (touched.length === 0) return []
  const related = await findRelated(tx, touched)
  await setReplacedBy(tx, related)
  const settled = (await readFacts(tx, related)).flatMap((row) => {
    const state = claimState({
      ...row.facts,
      replaced: row.replaced_by !== null,
      planPaid: row.plan_paid_cents,
      replacesEarlier: row.replaces !== null || row.decided_otherwise,
    })
    return state === row.state ? [] : { memberId: row.member_id, claimId: row.claim_id, state }
  })
  if (settled.length === 0) return related
  await setStates(tx, settled)
  return related
}
