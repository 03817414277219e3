import type { BodyOf } from '@portico/contract/call'
import type { launchApp } from '@portico/contract/calls/apps'
import { newSecret } from '../../identity/tokens/secrets.ts'
import { type AuditContext, audit } from '../../platform/audit/store.ts'
import type { Database, Reader } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { SessionPrincipal } from '../../platform/http/principal.ts'
import { type App, findApp } from './app-store.ts'
import { listConnectable } from './connectable.ts'
import { findArtifact, putArtifact } from './token-store.ts'

/** As long as a request of an app waits for its person. */
const launchLastsMs = 60 * 60 * 1000

export interface LaunchParts {
  readonly database: Database
  readonly isOpen: (app: App, brand: string) => boolean
}

/** Opens an app for someone's data (OS-34): returns its address, with where to ask and a secret that stands for this person and these data. */
export async function launch(
  { database, isOpen }: LaunchParts,
  principal: SessionPrincipal,
  { appId: clientId, personId }: BodyOf<typeof launchApp>,
  at: AuditContext & { readonly fhirBase: string },
): Promise<string> {
  const { brand, accountId } = principal
  return database.transaction(async (tx) => {
    const app = await findApp(tx, clientId)
    const people = await listConnectable(tx, principal, at.now)
    const isKnown = people.some(({ memberId }) => memberId === personId)
    if (app === undefined || app.launch_url === null || !isOpen(app, brand) || !isKnown)
      throw new CallError('NOT-FOUND')
    const secret = newSecret()
    const payload = { accountId, memberId: personId, clientId }
    const expiresAt = new Date(at.now.getTime() + launchLastsMs)
    await putArtifact(tx, { brand, kind: 'Launch', secret }, { payload, now: at.now, expiresAt })
    await audit(tx, principal, { action: 'app.launch', recordType: 'app', recordId: clientId, memberId: personId }, at)
    const address = new URL(app.launch_url)
    address.searchParams.set('iss', at.fhirBase)
    address.searchParams.set('launch', secret)
    return address.href
  })
}

/** What the secret of a launch stands for; null if it is of another brand, spent or too old. */
export async function findLaunch(
  db: Reader,
  { brand, secret, now }: { readonly brand: string; readonly secret: string; readonly now: Date },
): Promise<{ readonly accountId: unknown; readonly memberId: unknown; readonly clientId: unknown } | null> {
  const found = await findArtifact(db, { brand, kind: 'Launch', secret })
  if (found === undefined || found.consumed_at !== null || found.expires_at <= now) return null
  const { accountId, memberId, clientId } = found.payload
  return { accountId, memberId, clientId }
}
