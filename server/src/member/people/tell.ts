import { listAddressees } from '../../identity/accounts/people.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { PeopleParts } from './parts.ts'
import type { Access } from './store.ts'

export async function tellOwner(
  parts: PeopleParts,
  tx: Tx,
  { member_id }: Access,
  template: 'access-began' | 'access-ended',
  context: CallContext,
): Promise<void> {
  await tell(parts, tx, await listAddressees(tx, member_id), template, context)
}

export async function tell(
  { emails }: PeopleParts,
  tx: Tx,
  addressees: Awaited<ReturnType<typeof listAddressees>>,
  template: 'access-began' | 'access-ended',
  { now, language: own }: CallContext,
): Promise<void> {
  const values = { at: now.toISOString() }
  for (const { email: to, brand, language, memberId } of addressees)
    if (to !== null) await emails.queue(tx, { template, to, brand, language: language ?? own, memberId, values, now })
}
