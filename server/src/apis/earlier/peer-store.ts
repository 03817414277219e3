import type { BodyOf, PayloadOf } from '@portico/contract/call'
import type { listPlanPeers, savePlanPeer } from '@portico/contract/calls/plan-peers'
import { type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'

/** Adds a plan, or changes the one with that address; returns its id. */
export async function savePeer(
  tx: Tx,
  { name, fhirBase, ourClientId, ourNumber, isOn }: BodyOf<typeof savePlanPeer>,
  { by, now }: { readonly by: string; readonly now: Date },
): Promise<string> {
  const row = {
    ...{ name, fhir_base: fhirBase, client_id: ourClientId, our_number: ourNumber, is_on: isOn },
    ...{ changed_at: now, changed_by: by },
  }
  const { peer_id } = await tx
    .insertInto('payer_peer')
    .values({ peer_id: newId(), ...row })
    .onConflict((same) => same.column('fhir_base').doUpdateSet(row))
    .returning('peer_id')
    .executeTakeFirstOrThrow()
  return peer_id
}

export function findPeer(db: Reader, peerId: string): Promise<Selectable<Tables['payer_peer']> | undefined> {
  return db.selectFrom('payer_peer').selectAll().where('peer_id', '=', peerId).executeTakeFirst()
}

/** The plans that can be asked, with the results for each. */
export async function readPeers(db: Reader): Promise<PayloadOf<typeof listPlanPeers>> {
  const { rows } = await sql<{ peer_id: string; asked: number; received: number; failed: number }>`
    select peer_id, count(*)::int as asked, count(received_at)::int as received,
      (count(*) filter (where state = 'failed'))::int as failed
    from earlier_request group by peer_id`.execute(db)
  const counts = new Map(rows.map(({ peer_id, ...count }) => [peer_id, count]))
  const peers = await db.selectFrom('payer_peer').selectAll().orderBy('name').limit(500).execute()
  return {
    peers: peers.map((peer) => ({
      peerId: peer.peer_id,
      ...{ name: peer.name, fhirBase: peer.fhir_base, ourClientId: peer.client_id, ourNumber: peer.our_number },
      ...{ isOn: peer.is_on, ...(counts.get(peer.peer_id) ?? { asked: 0, received: 0, failed: 0 }) },
    })),
  }
}
