import type { PayloadOf } from '@portico/contract/call'
import * as calls from '@portico/contract/calls/plan-peers'
import { isNpi } from '@portico/rules/apps/system'
import { sql } from 'kysely'
import { audit } from '../../platform/audit/store.ts'
import type { Database, Reader } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { fieldError } from '../../platform/http/call-error.ts'
import { newId } from '../../platform/ids.ts'
import { mustManage } from '../connect/managing.ts'

/** The other plans that can be asked for their former members' records (OS-55). */
export function bindPlanPeers(
  binder: Binder,
  { database, isProduction }: { readonly database: Database; readonly isProduction: boolean },
): void {
  binder.bind(calls.listPlanPeers, ({ principal }, context) =>
    database.transaction(async (tx) => {
      await mustManage(tx, principal)
      await audit(tx, principal, { action: 'plan-peers.list' }, context)
      return readPeers(tx)
    }),
  )
  binder.bind(calls.savePlanPeer, ({ principal, body }, context) =>
    database.transaction(async (tx) => {
      await mustManage(tx, principal)
      const { name, fhirBase, ourClientId, ourNumber, isOn } = body
      if (!isOfServer(fhirBase, isProduction)) throw fieldError('fhirBase', 'invalid')
      if (!isNpi(ourNumber) && !/^\d{5}$/.test(ourNumber)) throw fieldError('ourNumber', 'invalid')
      const row = {
        ...{ name, fhir_base: fhirBase.replace(/\/$/, ''), client_id: ourClientId, our_number: ourNumber, is_on: isOn },
        ...{ changed_at: context.now, changed_by: principal.accountId },
      }
      const known = tx.selectFrom('payer_peer').select('peer_id').where('fhir_base', '=', row.fhir_base).forUpdate()
      const peerId = (await known.executeTakeFirst())?.peer_id
      if (peerId === undefined)
        await tx
          .insertInto('payer_peer')
          .values({ peer_id: newId(), ...row })
          .execute()
      else await tx.updateTable('payer_peer').set(row).where('peer_id', '=', peerId).execute()
      await audit(tx, principal, { action: 'plan-peer.save', recordType: 'plan', recordId: peerId ?? null }, context)
      return readPeers(tx)
    }),
  )
}

/** Where we send tokens: the other plan's own server, by TLS. */
function isOfServer(address: string, isProduction: boolean): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, search, hash } = new URL(address)
  const isOwnMachine = ['localhost', '127.0.0.1', '[::1]'].includes(hostname) || hostname.endsWith('.localhost')
  const isPlain = username === '' && search === '' && hash === ''
  return (
    isPlain &&
    (protocol === 'https:' ? !isOwnMachine || !isProduction : protocol === 'http:' && isOwnMachine && !isProduction)
  )
}

async function readPeers(db: Reader): Promise<PayloadOf<typeof calls.listPlanPeers>> {
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
