import { asVersion, showArrived } from '@portico/rules/fhir/publish'
import type { Tx } from '../../../platform/db/database.ts'
import { amend } from './amend.ts'
import { listNaming, takeArrived } from './missing-store.ts'
import { lockParties, renewParties } from './party-store.ts'

const atOnce = 200

/** Restores some references whose targets have arrived; returns whether there may be more (OS-23). */
export async function restoreSome(tx: Tx): Promise<boolean> {
  const rows = await takeArrived(tx, atOnce)
  const targets = new Set(rows.map(({ target }) => target))
  const members = [...new Set(rows.flatMap(({ memberId, party }) => (party === '' ? memberId : [])))]
  if (members.length > 0) await restoreMembers(tx, members.toSorted(), targets)
  const parties = rows.filter(({ party }) => party !== '')
  if (parties.length > 0) await restoreParties(tx, parties, targets)
  return rows.length === atOnce
}

async function restoreMembers(tx: Tx, members: readonly string[], targets: ReadonlySet<string>): Promise<void> {
  const rows = await listNaming(tx, members, targets)
  await amend(tx, rows, new Set(), ({ body }) => showArrived(body, targets))
}

async function restoreParties(
  tx: Tx,
  waiting: readonly { readonly party: string; readonly brand: string }[],
  targets: ReadonlySet<string>,
): Promise<void> {
  const rows = await lockParties(tx, waiting)
  const updated = new Date()
  const bodies = rows.map(({ body, version }) => asVersion(showArrived(body, targets), version + 1, updated))
  await renewParties(tx, rows, bodies, updated)
}
