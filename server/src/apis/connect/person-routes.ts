import * as calls from '@portico/contract/calls/apps'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { aboutEach } from '../../platform/http/recorded.ts'
import { readConnected } from './connected.ts'
import { allow, type ConsentParts, decline, readRequest } from './consent.ts'
import type { CloseApps } from './ending.ts'
import { findOwnGrant } from './grant-store.ts'
import { type LaunchParts, launch } from './launching.ts'

/** What people can do about apps: the consent screen (OS-38), and their connected apps (OS-39). */
export function bindApps(binder: Binder, parts: ConsentParts & LaunchParts & { readonly closeApps: CloseApps }): void {
  const { closeApps, isOpen } = parts
  binder.bind(calls.readAppRequest, readRequest)
  binder.bind(calls.allowApp, allow(parts))
  binder.bind(calls.declineApp, decline)

  binder.bind(calls.listConnectedApps, ({ principal }, { now }, tx) => readConnected(tx, principal, { isOpen, now }))
  binder.bind(calls.launchApp, launch(parts))
  binder.bind(calls.endConnectedApp, async ({ principal, params: { grantId } }, { now }, tx) => {
    if (!(await findOwnGrant(tx, principal.accountId, grantId))) throw new CallError('NOT-FOUND')
    const ended = await closeApps(tx, { grantId }, { reason: 'by-person', now })
    const subjects = ended.map(({ grant_id: recordId, member_id: memberId }) => ({ recordId, memberId }))
    return aboutEach(subjects, await readConnected(tx, principal, { isOpen, now }))
  })
}
