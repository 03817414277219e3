import { nextOrderTry } from '@portico/rules/medicines/orders'
import type { FastifyBaseLogger } from 'fastify'
import type { EmailService } from '../../mailing/email/service.ts'
import type { Database } from '../../platform/db/database.ts'
import { type Job, startJob } from '../../platform/job.ts'
import { findMember } from '../member/contract.ts'
import { notifyOfOrder } from '../notifications/service.ts'
import { changeOrder, leaseDueOrders, lockOrder, type MedicineOrder } from './order-store.ts'
import type { PharmacyOrder, PharmacyPort } from './pharmacy.ts'

interface Parts {
  readonly database: Database
  readonly emails: EmailService
  readonly port: PharmacyPort
  readonly logger: Pick<FastifyBaseLogger, 'info' | 'warn'>
  /** Extra work in each round, e.g. for the sandbox. */
  readonly besides?: (now: Date) => Promise<void>
}

const atOnce = 5
const everyMs = 3_000
/** How long an attempt leases a request; if its process dies, another attempt follows after that. */
const leaseMs = 60_000

/** Sends requests to pharmacies in the background; any number of instances may run. */
export function startPharmacyJob(parts: Parts): Job {
  return startJob({
    run: async (signal) => {
      while (!signal.aborted && (await handOverDue(parts, new Date())) === atOnce);
      await parts.besides?.(new Date())
    },
    firstMs: everyMs,
    everyMs,
    logger: parts.logger,
    failed: 'pharmacy: requests could not be handed over, tried again soon',
  })
}

/** Sends the requests that are due; returns how many there were. */
export async function handOverDue(parts: Omit<Parts, 'besides'>, now: Date): Promise<number> {
  const leaseUntil = new Date(now.getTime() + leaseMs)
  const due = await parts.database.transaction((tx) => leaseDueOrders(tx, { now, leaseUntil, max: atOnce }))
  await Promise.all(due.map((order) => handOver(parts, order, now)))
  return due.length
}

async function handOver({ database, emails, port, logger }: Omit<Parts, 'besides'>, order: MedicineOrder, now: Date) {
  // Only the id: the log must not reveal anyone's medicine.
  const told = { orderId: order.order_id, attempts: order.attempts }
  const outcome = await toPharmacy(database, order)
    .then((sent) => port.send(sent))
    .catch((error: unknown) => {
      const code = error instanceof Error ? error.name : 'UNKNOWN'
      logger.warn({ ...told, code }, 'pharmacy: request not handed over, tried again later')
      return null
    })
  await database.transaction(async (tx) => {
    const current = await lockOrder(tx, order.order_id)
    // The pharmacy's own notice may have come first, and takes precedence.
    if (current?.state !== 'requested') return
    if (outcome === 'taken') {
      await changeOrder(tx, order, { state: 'sent', sent_at: now, changed_at: now, next_try_at: null })
      return
    }
    const ageMs = now.getTime() - order.requested_at.getTime()
    const pause =
      outcome === 'refused' ? null : nextOrderTry({ attempts: order.attempts, ageMs, chance: Math.random() })
    if (pause !== null) {
      await changeOrder(tx, order, { next_try_at: new Date(now.getTime() + pause) })
      return
    }
    const reason = outcome === 'refused' ? 'other' : 'not-sent'
    await changeOrder(tx, order, { state: 'refused', reason, changed_at: now, next_try_at: null })
    await notifyOfOrder(tx, emails, { memberId: order.asked_by, now })
  })
}

async function toPharmacy(database: Database, order: MedicineOrder): Promise<PharmacyOrder> {
  const member = await findMember(database.read, order.member_id)
  if (member === undefined) throw new Error('A request of a member who is gone.')
  return {
    orderId: order.order_id,
    kind: order.kind,
    drug: { name: order.drug, rxnorm: order.rxnorm, ndc: order.ndc },
    pharmacy: { id: order.pharmacy_id, name: order.pharmacy_name, address: order.pharmacy_address },
    prescriptionId: order.prescription_id,
    patient: {
      memberNumber: member.member_number,
      firstName: member.first_name,
      lastName: member.last_name,
      birthDate: member.date_of_birth,
    },
  }
}
