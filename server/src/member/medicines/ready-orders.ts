import type { PayloadOf } from '@portico/contract/call'
import type { nextSteps } from '@portico/contract/calls/next-steps'
import type { Tx } from '../../platform/db/database.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import type { ClaimScope } from '../claims/people.ts'
import { readOrders } from './orders.ts'
import { gather } from './read.ts'

type Refill = Extract<PayloadOf<typeof nextSteps>['steps'][number], { readonly kind: 'refill' }>

/** Refills that wait at the pharmacy, with what the last fill cost (MP-16); the pharmacy's phone number comes from its id, `pharmacyId`. */
export async function readReadyOrders(
  tx: Tx,
  principal: MemberPrincipal,
  { scope, now }: { readonly scope: ClaimScope; readonly now: Date },
): Promise<(Omit<Refill, 'pharmacyPhone'> & { readonly pharmacyId: string | null })[]> {
  const { gathered, hidden } = await gather(tx, scope, now)
  const orders = await readOrders(tx, scope, { gathered, hidden, now })
  return orders
    .filter(({ state }) => state === 'ready')
    .map((order) => {
      const fills = gathered.find(({ medicineId }) => medicineId === order.medicineId)?.fills ?? []
      return {
        kind: 'refill',
        orderId: order.orderId,
        whose: order.person.memberId === principal.memberId ? null : order.person.firstName,
        drug: order.drug,
        pharmacyName: order.pharmacyName,
        pharmacyAddress: order.pharmacyAddress,
        pharmacyId: fills.find(({ pharmacyName }) => pharmacyName === order.pharmacyName)?.pharmacyId ?? null,
        lastCents: fills.find(({ bill }) => bill?.youCents != null)?.bill?.youCents ?? null,
      }
    })
}
