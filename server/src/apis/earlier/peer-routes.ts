import * as calls from '@portico/contract/calls/plan-peers'
import { isNpi } from '@portico/rules/apps/system'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { about } from '../../platform/http/recorded.ts'
import { mustManage } from '../connect/managing.ts'
import { readPeers, savePeer } from './peer-store.ts'

/** Other plans that can be asked for their former members' records (OS-55). */
export function bindPlanPeers(binder: Binder, { isProduction }: { readonly isProduction: boolean }): void {
  binder.bind(calls.listPlanPeers, async ({ principal }, _context, tx) => {
    await mustManage(tx, principal)
    return readPeers(tx)
  })
  binder.bind(calls.savePlanPeer, async ({ principal, body }, { now }, tx) => {
    await mustManage(tx, principal)
    const isKnown = isNpi(body.ourNumber) || /^\d{5}$/.test(body.ourNumber)
    if (!isKnown || !isOfServer(body.fhirBase, isProduction)) throw new CallError('FIELD-INVALID')
    const peer = { ...body, fhirBase: body.fhirBase.replace(/\/$/, '') }
    const peerId = await savePeer(tx, peer, { by: principal.accountId, now })
    return about(peerId, await readPeers(tx))
  })
}

/** Whether a token may be sent there: to the other plan's own server, over TLS. */
function isOfServer(address: string, isProduction: boolean): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, search, hash } = new URL(address)
  if (username !== '' || search !== '' || hash !== '') return false
  const isOwnMachine = ['localhost', '127.0.0.1', '[::1]'].includes(hostname) || hostname.endsWith('.localhost')
  return isOwnMachine ? !isProduction && /^https?:$/.test(protocol) : protocol === 'https:'
}
