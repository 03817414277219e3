import type { PayloadOf } from '@portico/contract/call'
import * as calls from '@portico/contract/calls/apps'
import type { EmailService } from '../../mailing/email/service.ts'
import type { Database, Reader, Tx } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError, fieldError } from '../../platform/http/call-error.ts'
import { about } from '../../platform/http/recorded.ts'
import { type App, countPeople, decideApp, findApp, keepHosts, listApps, lockApp } from './app-store.ts'
import { toView } from './consent.ts'
import type { EndApps } from './ending.ts'
import { checkHosts, type HostParts } from './hosts.ts'
import { mustManage } from './managing.ts'

type Registered = PayloadOf<typeof calls.listApps>

/** Staff decisions about registered apps (OS-36). */
export function bindAppRegistry(
  binder: Binder,
  parts: { readonly emails: EmailService; readonly endApps: EndApps } & HostParts & {
      readonly database: Database
    },
): void {
  const { emails, endApps, database } = parts
  binder.bind(calls.listApps, async ({ principal }, _context, tx) => {
    await mustManage(tx, principal)
    return readApps(tx)
  })
  binder.bind(calls.checkAppHosts, {
    prepare: async ({ principal, params: { appId } }) => {
      await mustManage(database.read, principal)
      const app = await findApp(database.read, appId)
      if (app === undefined) throw new CallError('NOT-FOUND')
      return checkHosts(app, parts)
    },
    handle: async ({ params: { appId } }, { now }, tx, found) => {
      await keepHosts(tx, appId, { checkedAt: now.toISOString(), found })
      return about(appId, await readApps(tx))
    },
  })
  binder.bind(calls.decideApp, async ({ principal, params, body: { state, reason } }, context, tx) => {
    await mustManage(tx, principal)
    if (state !== 'listed' && reason === '') throw fieldError('reason', 'field.required')
    const { appId } = params
    const decided = { state, reason: reason || null, changed_at: context.now, decided_by: principal.accountId }
    const app = await lockApp(tx, appId)
    if (app === undefined || !(await decideApp(tx, appId, decided))) throw new CallError('NOT-FOUND')
    const isNews = app.state !== state || app.reason !== decided.reason
    if (isNews) await tellMaker(emails, tx, { ...app, state, reason }, { brand: principal.brand, now: context.now })
    if (state === 'ended') await endApps(tx, { clientId: appId }, { ...context, reason: 'app-ended', by: principal })
    return about(appId, await readApps(tx), { action: `app.${state}` })
  })
}

/** Tells the maker the decision and its reason by e-mail; makers have no account, and no known language. */
async function tellMaker(
  emails: EmailService,
  tx: Tx,
  app: Pick<App, 'contact_email' | 'name' | 'state'> & { readonly reason: string },
  { brand, now }: { readonly brand: string; readonly now: Date },
): Promise<void> {
  const { contact_email: to, name: appName, reason } = app
  const envelope = { to, brand, language: 'en', memberId: null, now } as const
  if (app.state === 'listed') await emails.queue(tx, { ...envelope, template: 'app-approved', values: { appName } })
  if (app.state === 'refused')
    await emails.queue(tx, { ...envelope, template: 'app-refused', values: { appName, reason } })
  if (app.state === 'ended')
    await emails.queue(tx, { ...envelope, template: 'app-stopped', values: { appName, reason } })
}

async function readApps(db: Reader): Promise<Registered> {
  const people = await countPeople(db)
  return {
    apps: (await listApps(db)).map((app) => ({
      ...toView(app),
      contactEmail: app.contact_email,
      redirectUris: app.redirect_uris,
      launchUrl: app.launch_url,
      authMethod: app.auth_method,
      organization: app.organization && { ...app.organization, npis: [...app.organization.npis] },
      hosts: app.hosts && { ...app.hosts, found: [...app.hosts.found] },
      state: app.state,
      reason: app.reason,
      registeredAt: app.registered_at.toISOString(),
      people: people.get(app.client_id) ?? 0,
    })),
  }
}
