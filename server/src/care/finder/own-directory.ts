import type { PayloadOf } from '@portico/contract/call'
import type { memberFinder } from '@portico/contract/calls/finder'
import { coversDay, findHomeZip, listProducts } from '../../member/member/contract.ts'
import { easternDay } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { findPrimaryCare, listReports, listSaved } from './member-store.ts'
import { readShown } from './store.ts'

export type MemberDirectory = PayloadOf<typeof memberFinder>

/** A member's own part of the directory (MP-23, MP-25). */
export async function showOwnDirectory(
  tx: Tx,
  principal: MemberPrincipal,
  { now }: Pick<CallContext, 'now'>,
): Promise<MemberDirectory> {
  const { memberId } = principal
  const saved = await listSaved(tx, memberId)
  const chosen = await findPrimaryCare(tx, memberId)
  const reports = await listReports(tx, memberId, new Date(now.getTime() - 365 * 24 * 60 * 60 * 1000))
  const readStorage = (row: { provider_id: string; name: string }) => ({ providerId: row.provider_id, name: row.name })
  return {
    zip: await findHomeZip(tx, memberId),
    networks: await listOwnNetworks(tx, principal, now),
    saved: saved.map(readStorage),
    primaryCare: chosen === undefined ? null : readStorage(chosen),
    reports: reports.map((row) => ({
      ...readStorage(row),
      place: row.place,
      kind: row.kind,
      reportedAt: row.reported_at.toISOString(),
      dueOn: row.due_on,
      outcome: row.outcome,
    })),
  }
}

/** Networks of the member's plans that are in force today. */
export async function listOwnNetworks(
  tx: Tx,
  { brand, memberId }: MemberPrincipal,
  now: Date,
): Promise<MemberDirectory['networks']> {
  const today = easternDay(now)
  const inForce = (await listProducts(tx, memberId)).filter((one) => coversDay(one, today))
  if (inForce.length === 0) return []
  const plans = inForce.flatMap(({ plan_id }) => plan_id ?? [])
  const { networks: all } = await readShown(tx, brand)
  const own = all.filter(({ plan_ids }) => plan_ids.length === 0 || plan_ids.some((one) => plans.includes(one)))
  return own.map(({ network_id: networkId, name }) => ({ networkId, name }))
}
