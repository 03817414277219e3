import type { FhirTypeName } from '@portico/contract/fhir/types'
import { publish } from '@portico/rules/fhir/publish'
import type { Tx } from '../../../platform/db/database.ts'
import { selectLatest } from '../../../platform/versions/latest.ts'
import { findMissing, noteArrived, noteWaiting } from './missing-store.ts'
import { lockHeldParties, upsertParties } from './party-store.ts'
import { createPlace } from './place.ts'
import { nobody, type Shelved, toRow } from './row.ts'

/** A care provider or a drug, as received. */
export interface IncomingParty {
  readonly type: FhirTypeName
  readonly text: string
  readonly version: string | null
  readonly hash: Buffer
}

/** Puts care providers and drugs on a brand's shelf (OS-22). */
export async function shelveParties(tx: Tx, brand: string, incoming: readonly IncomingParty[]): Promise<void> {
  if (incoming.length === 0) return
  const all = incoming.map(({ type, text, version, hash }): Shelved & { readonly memberId: string } => ({
    published: publish(text, createPlace(type, brand, null)),
    ...{ version, hash, isGone: false, memberId: nobody },
  }))
  const held = await lockHeldParties(
    tx,
    brand,
    all.map(({ published }) => published.id),
  )
  const current = new Map(held.map((row) => [row.id, row]))
  const { changed } = selectLatest(all, ({ published }) => published.id, current)
  if (changed.length === 0) return
  const missing = await findMissing(tx, brand, changed)
  const updated = new Date()
  const rows = changed.map((one) => {
    const version = (current.get(one.published.id)?.shelved ?? 0) + 1
    return toRow(one, version, updated, missing.get(one) ?? new Set())
  })
  await upsertParties(tx, brand, rows)
  await noteWaiting(
    tx,
    brand,
    changed.flatMap((one) => {
      const party = `${one.published.type}/${one.published.id}`
      return [...(missing.get(one) ?? [])].map((target) => ({ target, memberId: nobody, party }))
    }),
  )
  await noteArrived(
    tx,
    brand,
    changed.filter(({ published }) => !current.has(published.id)),
  )
}
