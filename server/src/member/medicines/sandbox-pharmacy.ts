import { pharmacyNotice } from '@portico/contract/calls/medicines'
import type { EmailService } from '../../mailing/email/service.ts'
import type { Database } from '../../platform/db/database.ts'
import { aboutEach, record } from '../../platform/http/recorded.ts'
import { takeNotice } from './notices.ts'
import { listWithPharmacy, type MedicineOrder } from './order-store.ts'

const acceptedAfterMs = 4_000
const doneAfterMs = 20_000
const origin = { address: 'server', requestId: '' }

/**
 * The demo's pharmacy: accepts a request after some seconds, and has it ready some seconds later; asked for a new prescription, the
 * doctor wants to see the patient first. We handle its notices like a real pharmacy's, except that they are not signed.
 */
export async function runSandboxPharmacy(database: Database, emails: EmailService, now: Date): Promise<void> {
  for (const order of await listWithPharmacy(database.read, 50)) {
    const notice = toNotice(order, now)
    if (notice === null) continue
    await database.transaction(async (tx) => {
      const taken = await takeNotice(tx, emails, notice, now)
      const context = { principal: null, origin, now }
      await record(tx, pharmacyNotice.audit, aboutEach(taken ?? [], null), context)
    })
  }
}

function toNotice(order: MedicineOrder, now: Date) {
  const ageMs = now.getTime() - order.changed_at.getTime()
  const { order_id: orderId } = order
  if (order.state === 'sent') {
    return ageMs < acceptedAfterMs ? null : ({ orderId, sequence: 1, state: 'accepted' } as const)
  }
  if (ageMs < doneAfterMs) return null
  return order.kind === 'refill'
    ? ({ orderId, sequence: 2, state: 'ready' } as const)
    : ({ orderId, sequence: 2, state: 'refused', reason: 'needs-visit' } as const)
}
