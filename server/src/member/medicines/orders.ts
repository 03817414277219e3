import type { BodyOf, PayloadOf } from '@portico/contract/call'
import type { orderMedicine } from '@portico/contract/calls/medicines'
import { isFilled, isLapsed, isUnconfirmed, orderKind, orderRefusals } from '@portico/rules/medicines/orders'
import { dayMs, easternDay } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import { lockMember } from '../../platform/db/row-locks.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { about } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { stableId } from '../../platform/versions/content.ts'
import { type ClaimScope, claimScope } from '../claims/people.ts'
import { computeStanding, isAbout, type KnownMedicine } from './gather.ts'
import { findOrder, insertOrder, listMedicineOrders, listUnfinished, type MedicineOrder } from './order-store.ts'
import { findPerson, gather } from './read.ts'

type Payload = PayloadOf<typeof orderMedicine>
export type ShownOrder = Payload['order']

/** How long a finished request stays in the list. */
const shownDays = 60

/** Requests more from the pharmacy of the last fill: stored here, then sent by a background job. Throws NOT-FOUND, CONFLICT. */
export const placeOrder: AuditedHandler<typeof orderMedicine> = async ({ principal, body: asked }, { now }, tx) => {
  const scope = await claimScope(tx, principal, now)
  const { gathered } = await gather(tx, scope, now)
  const medicine = gathered.find((one) => one.medicineId === asked.medicineId)
  if (medicine === undefined) throw new CallError('NOT-FOUND')
  const { memberId } = medicine
  await lockMember(tx, memberId)
  // Bound to the member, so that no one can use another member's id.
  const orderId = stableId('order', principal.memberId, asked.orderId)
  const earlier = (await findOrder(tx, memberId, orderId)) ?? (await findOpenOrder(tx, medicine, now))
  const order = earlier ?? (await newOrder(tx, { medicine, orderId, askedBy: principal.memberId, asked, now }))
  const shown = { order: toShownOrder(order, scope, now), repeated: earlier !== undefined }
  return about(order.order_id, shown, { memberId })
}

/** The request for a medicine that keeps the member from asking again. */
export async function findOpenOrder(tx: Tx, medicine: KnownMedicine, now: Date): Promise<MedicineOrder | undefined> {
  const unfinished = await listUnfinished(tx, medicine.memberId, medicine.medicineId)
  return unfinished.find((one) => !isDone(one, medicine) && !isLapsed({ state: one.state, quietMs: quietMs(one, now) }))
}

function isDone({ state, requested_at: at }: MedicineOrder, medicine: KnownMedicine | undefined): boolean {
  return isFilled({ state, requestedOn: easternDay(at), lastFill: medicine?.fills[0]?.day ?? null })
}

function quietMs(order: MedicineOrder, now: Date): number {
  return now.getTime() - order.changed_at.getTime()
}

async function newOrder(
  tx: Tx,
  about: {
    readonly medicine: KnownMedicine
    readonly orderId: string
    readonly askedBy: string
    readonly asked: BodyOf<typeof orderMedicine>
    readonly now: Date
  },
): Promise<MedicineOrder> {
  const { medicine, orderId, askedBy, asked, now } = about
  const [last] = medicine.fills
  const { taken, next } = computeStanding(medicine, easternDay(now))
  // Without a name, no pharmacy could tell which drug we ask for.
  if (!taken || medicine.name === '' || last?.pharmacyName == null) throw new CallError('NOT-FOUND')
  if (last.pharmacyName !== asked.pharmacyName) throw new CallError('CONFLICT')
  const order: MedicineOrder = {
    member_id: medicine.memberId,
    order_id: orderId,
    asked_by: askedBy,
    receipt: formatReceipt(orderId),
    medicine_id: medicine.medicineId,
    kind: orderKind(next),
    drug: medicine.name,
    rxnorm: medicine.rxnorm,
    ndc: medicine.ndc,
    prescription_id: medicine.prescription?.resource_id ?? last.prescriptionId,
    pharmacy_id: last.pharmacyId,
    pharmacy_name: last.pharmacyName,
    pharmacy_address: last.pharmacyAddress,
    sensitive: medicine.sensitive,
    state: 'requested',
    reason: null,
    sequence: 0,
    requested_at: now,
    sent_at: null,
    changed_at: now,
    attempts: 0,
    next_try_at: now,
  }
  await insertOrder(tx, order)
  return order
}

/** Characters that people do not confuse over the phone. */
const letters = '23456789ABCDEFGHJKMNPQRTUVWXYZ'

/** Always the same for a request, e.g. `RX-4KT9-22MD`. */
function formatReceipt(orderId: string): string {
  const bytes = Buffer.from(orderId.replaceAll('-', ''), 'hex').subarray(0, 8)
  const text = [...bytes].map((byte) => letters[byte % letters.length]).join('')
  return `RX-${text.slice(0, 4)}-${text.slice(4)}`
}

/** Requests visible to a scope: those of the last weeks, except those that a later fill of the medicine has answered. */
export async function readOrders(
  tx: Tx,
  scope: ClaimScope,
  about: { readonly gathered: readonly KnownMedicine[]; readonly hidden: readonly KnownMedicine[]; readonly now: Date },
): Promise<ShownOrder[]> {
  const { gathered, hidden, now } = about
  const since = new Date(now.getTime() - shownDays * dayMs)
  const medicines = new Map(gathered.map((one) => [one.medicineId, one]))
  return (await listMedicineOrders(tx, scope, since))
    .filter((order) => !hidden.some((one) => one.medicineId === order.medicine_id || isAbout(one, order)))
    .filter((order) => !isDone(order, medicines.get(order.medicine_id)))
    .map((order) => toShownOrder(order, scope, now))
}

function toShownOrder(order: MedicineOrder, scope: ClaimScope, now: Date): ShownOrder {
  const ageMs = now.getTime() - order.requested_at.getTime()
  const stood = { state: order.state, quietMs: quietMs(order, now) }
  return {
    orderId: order.order_id,
    medicineId: order.medicine_id,
    person: findPerson(scope, order.member_id),
    drug: order.drug,
    kind: order.kind,
    receipt: order.receipt,
    pharmacyName: order.pharmacy_name,
    pharmacyAddress: order.pharmacy_address,
    state: order.state,
    unconfirmed: isUnconfirmed({ ...stood, ageMs }),
    lapsed: isLapsed(stood),
    reason: order.reason === null ? null : (orderRefusals.find((one) => one === order.reason) ?? 'other'),
    requestedAt: order.requested_at.toISOString(),
    sentAt: order.sent_at?.toISOString() ?? null,
    changedAt: order.changed_at.toISOString(),
  }
}
