import type { ShelvedType } from '@portico/contract/fhir/types'
import { publish } from '@portico/rules/fhir/publish'
import type { Tx } from '../../../platform/db/database.ts'
import { selectLatest } from '../../../platform/versions/latest.ts'
import type { Outcome } from '../../../platform/versions/outcome.ts'
import { keepVersions, takeAway } from './history-store.ts'
import { findMissing, noteArrived, noteWaiting } from './missing-store.ts'
import { createEarlierPlace, createPlace, type Earlier } from './place.ts'
import { findEdges, type Shelved, toBasisBody, toRow } from './row.ts'
import { findHeld, type Held, upsert } from './shelf-store.ts'

/** A member's resource as received, or as built from a row. */
export interface Incoming {
  readonly type: ShelvedType
  readonly memberId: string
  /** The member's id in the plan's files. */
  readonly patientId: string
  readonly text: string
  readonly version: string | null
  readonly hash: Buffer
  /** Shown only to the patient (MP-14). */
  readonly sensitive: boolean
  readonly isGone: boolean
  /** The earlier plan that sent it (OS-55); left out: this plan's own. */
  readonly earlier?: Earlier
}

export interface OfMember extends Shelved {
  readonly memberId: string
  readonly sensitive: boolean
  readonly earlier?: Earlier
}

/**
 * Puts members' resources on the shelf, in the transaction that stores what pages show of them (OS-20, OS-27). The same content again
 * changes nothing; of several versions the newest is served, and earlier ones are its history. Returns the outcome of each, in order.
 */
export async function shelve(tx: Tx, brand: string, incoming: readonly Incoming[]): Promise<Outcome[]> {
  if (incoming.length === 0) return []
  const all = incoming.map(({ type, memberId, patientId, text, isGone, ...one }): OfMember => {
    const owner = { brand, memberId, patientId }
    const { earlier } = one
    const place = earlier === undefined ? createPlace(type, brand, owner) : createEarlierPlace(type, earlier, owner)
    const published = { ...publish(text, place), ...(earlier !== undefined && { sender: earlier.planName }) }
    return { published, memberId, ...one, isGone: isGone || published.status === 'entered-in-error' }
  })
  const held = await findHeld(tx, all)
  // Resources withdrawn from one shelf only, because they are someone else's, have no digest.
  const current = new Map(held.flatMap((row) => (row.hash.length === 0 ? [] : [[row.id, row] as const])))
  const { changed, outcomes } = selectLatest(all, ({ published }) => published.id, current)
  await put(tx, brand, changed, held)
  return outcomes
}

async function put(tx: Tx, brand: string, changed: readonly OfMember[], held: readonly Held[]): Promise<void> {
  if (changed.length === 0) return
  const updated = new Date()
  const versions = new Map(held.map((row) => [`${row.memberId} ${row.id}`, row.shelved]))
  const missing = await findMissing(tx, brand, changed)
  const rows = changed.map((one) => {
    const before = versions.get(`${one.memberId} ${one.published.id}`) ?? 0
    const absent = missing.get(one) ?? new Set<string>()
    const { body, ...row } = toRow(one, before + 1, updated, absent)
    const basis = toBasisBody(one, before + 1, updated, absent)
    const whose = { member_id: one.memberId, sensitive: one.sensitive, earlier_peer: one.earlier?.peerId ?? null }
    return { row: { ...whose, ...findEdges(one.published), ...row }, body, basis }
  })
  await keepVersions(
    tx,
    rows.map(({ row }) => row),
  )
  await upsert(tx, rows)
  await takeFromOthers(tx, changed, held, updated)
  await noteWaiting(
    tx,
    brand,
    changed.flatMap((one) => [...(missing.get(one) ?? [])].map((target) => ({ target, memberId: one.memberId }))),
  )
  const known = new Set(held.flatMap(({ isGone, id }) => (isGone ? [] : id)))
  const added = changed.filter(({ published, isGone }) => !isGone && !known.has(published.id))
  await noteArrived(tx, brand, added)
}

/** Removes from other members resources that turned out to be someone else's. */
async function takeFromOthers(
  tx: Tx,
  changed: readonly OfMember[],
  held: readonly Held[],
  updated: Date,
): Promise<void> {
  const owners = new Map(changed.map(({ published, memberId }) => [published.id, memberId]))
  const left = held.filter(({ isGone, id, memberId }) => !isGone && owners.get(id) !== memberId && owners.has(id))
  await takeAway(tx, left, updated)
}
