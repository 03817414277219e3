import type { PayloadOf } from '@portico/contract/call'
import type { recordShown } from '@portico/contract/calls/finder'
import { lockMember } from '../../platform/db/row-locks.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { pickRelevant, requireProvider } from './member-parts.ts'
import { keepShown, listShown } from './member-store.ts'

type Records = PayloadOf<typeof recordShown>

/** Records what a member saw of a provider, and returns the records. Throws NOT-FOUND. */
export const recordProviderShown: AuditedHandler<typeof recordShown> = async ({ principal, body }, context, tx) => {
  const { providerId } = body
  const { memberId } = principal
  await lockMember(tx, memberId)
  const { entries } = await requireProvider(tx, principal, providerId, context)
  const content = JSON.stringify(entries.map(pickRelevant))
  await keepShown(tx, { memberId, providerId, content }, context.now)
  const rows = await listShown(tx, memberId, providerId)
  const shown = rows.map((row) => ({
    shownAt: row.shown_at.toISOString(),
    entries: row.content as Records['shown'][number]['entries'],
  }))
  return { shown, total: rows[0]?.total ?? 0 }
}
