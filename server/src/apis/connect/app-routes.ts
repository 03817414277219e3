import type { PayloadOf } from '@portico/contract/call'
import * as calls from '@portico/contract/calls/apps'
import { scopeOf } from '../../identity/rights/scope.ts'
import { audit } from '../../platform/audit/store.ts'
import type { Database, Reader } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError, fieldError, refuseFields } from '../../platform/http/call-error.ts'
import type { Principal } from '../../platform/http/principal.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { countPeople, decideApp, listApps } from './app-store.ts'
import { viewOf } from './consent.ts'
import type { EndApps } from './ending.ts'
import { register } from './registering.ts'

type Registered = PayloadOf<typeof calls.listApps>

/** Registering apps by the form, and what staff decide about them (OS-36). */
export function bindAppRegistry(
  binder: Binder,
  parts: { readonly database: Database; readonly limits: Limits; readonly endApps: EndApps },
): void {
  const { database, endApps } = parts
  binder.bind(calls.registerApp, async ({ body }, context) => {
    const registered = await register(parts, body, context)
    if (registered.kind === 'too-many') throw new CallError('TOO-MANY-REQUESTS')
    if (registered.kind === 'refused')
      refuseFields(registered.fields.map((field) => ({ field, code: 'FIELD-INVALID' })))
    const { clientId, secret } = registered as Extract<typeof registered, { kind: 'registered' }>
    return { clientId, secret }
  })

  binder.bind(calls.listApps, ({ principal }, context) =>
    database.transaction(async (tx) => {
      await mustManage(tx, principal)
      await audit(tx, principal, { action: 'apps.list' }, context)
      return readApps(tx)
    }),
  )
  binder.bind(calls.decideApp, ({ principal, params, body: { state, reason } }, context) =>
    database.transaction(async (tx) => {
      await mustManage(tx, principal)
      if (state !== 'listed' && reason === '') throw fieldError('reason', 'field.required')
      const { appId } = params
      const decided = { state, reason: reason || null, changed_at: context.now, decided_by: principal.accountId }
      if (!(await decideApp(tx, appId, decided))) throw new CallError('NOT-FOUND')
      await audit(tx, principal, { action: `app.${state}`, recordType: 'app', recordId: appId }, context)
      if (state === 'ended') await endApps(tx, { clientId: appId }, { ...context, reason: 'app-ended', by: principal })
      return readApps(tx)
    }),
  )
}

/** An app works with every brand, so only who administers all of them decides about it. */
async function mustManage(db: Reader, principal: Principal): Promise<void> {
  const { entitlements, brands } = await scopeOf(db, principal)
  if (!entitlements.includes('administer') || brands !== null) throw new CallError('WRONG-ROLE')
}

async function readApps(db: Reader): Promise<Registered> {
  const people = await countPeople(db)
  return {
    apps: (await listApps(db)).map((app) => ({
      ...viewOf(app),
      contactEmail: app.contact_email,
      redirectUris: app.redirect_uris,
      authMethod: app.auth_method,
      state: app.state,
      reason: app.reason,
      registeredAt: app.registered_at.toISOString(),
      people: people.get(app.client_id) ?? 0,
    })),
  }
}
