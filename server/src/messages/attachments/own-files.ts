import type { PayloadOf } from '@portico/contract/call'
import type { listAttachments, submitAttachments } from '@portico/contract/calls/attachments'
import type { Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { aboutEach } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { readAttachmentLimits } from './limits.ts'
import { type FileOwner, rowOwner } from './owner.ts'
import { dropRepeated, readId, refuseIfRefused, showFile } from './shown-file.ts'
import * as store from './store.ts'

export async function listUnsentFiles(tx: Tx, owner: FileOwner): Promise<PayloadOf<typeof listAttachments>> {
  const rows = await store.listUnsent(tx, rowOwner(owner))
  const limits = await readAttachmentLimits(tx, owner.brand)
  return {
    attachments: rows.flatMap((row) => {
      const file = showFile(row)
      return file ? [{ ...file, refusal: row.refusal }] : []
    }),
    limits: { ...limits, kinds: [...limits.kinds] },
  }
}

export async function removeFile(tx: Tx, owner: FileOwner, attachmentId: string): Promise<void> {
  const [row] = await store.lockOwn(tx, rowOwner(owner), [attachmentId])
  if (row === undefined) throw new CallError('NOT-FOUND')
  if (row.message_id !== null) throw new CallError('CONFLICT')
  await store.change(tx, row, [row.state], { state: 'gone', client_attachment_id: null })
}

/** Declares files complete; throws NOT-FOUND unless all are the member's. Returns their ids. */
export const submitFiles: AuditedHandler<typeof submitAttachments> = async (
  { principal, body: { attachmentIds } },
  { now },
  tx,
) => {
  const wanted = dropRepeated(attachmentIds)
  const rows = await store.lockOwn(tx, rowOwner({ principal, memberId: principal.memberId }), wanted)
  if (rows.length !== wanted.length) throw new CallError('NOT-FOUND')
  refuseIfRefused(rows)
  const fresh = rows.filter(({ submitted_at }) => submitted_at === null)
  for (const row of fresh) await store.change(tx, row, [row.state], { submitted_at: now })
  const submitted = rows.map(readId)
  return aboutEach(
    submitted.map((recordId) => ({ recordId })),
    { submitted },
  )
}
