import type { PayloadOf } from '@portico/contract/call'
import type { nextSteps } from '@portico/contract/calls/next-steps'
import type { Reader } from '../../platform/db/database.ts'
import { listDrafts } from './draft-store.ts'

type Draft = Extract<PayloadOf<typeof nextSteps>['steps'][number], { readonly kind: 'draft' }>

/** What a member has written but not sent, latest first (MC-3). */
export async function readUnsent(db: Reader, memberId: string): Promise<Draft[]> {
  const rows = await listDrafts(db, memberId)
  return rows.map(({ draft_id: draftId, saved_at: savedAt }) => ({
    kind: 'draft',
    draftId,
    savedAt: savedAt.toISOString(),
  }))
}
