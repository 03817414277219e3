import type { launchApp } from '@portico/contract/calls/apps'
import { newSecret } from '../../identity/tokens/secrets.ts'
import type { Reader } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { OwnOrigins } from '../../platform/http/own-origins.ts'
import { about } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { buildFhirBase } from './addresses.ts'
import { type App, findApp } from './app-store.ts'
import { listConnectable } from './connectable.ts'
import { findArtifact, putArtifact } from './token-store.ts'

/** As long as an app's request waits for its person. */
const launchLastsMs = 60 * 60 * 1000

export interface LaunchParts {
  readonly isOpen: (app: App, brand: string) => boolean
  readonly ownOrigins: Pick<OwnOrigins, 'issuerFor'>
}

/**
 * Opens an app for someone's data (OS-34): returns its address, with our issuer and a secret that stands for this person and these data.
 */
export function launch({ isOpen, ownOrigins }: LaunchParts): AuditedHandler<typeof launchApp> {
  return async ({ principal, body: { appId: clientId, personId } }, { now, calledOrigin }, tx) => {
    const { brand, accountId } = principal
    const app = await findApp(tx, clientId)
    const people = await listConnectable(tx, principal, now)
    const isKnown = people.some(({ memberId }) => memberId === personId)
    if (app === undefined || app.launch_url === null || !isOpen(app, brand) || !isKnown)
      throw new CallError('NOT-FOUND')
    const secret = newSecret()
    const payload = { accountId, memberId: personId, clientId }
    const expiresAt = new Date(now.getTime() + launchLastsMs)
    await putArtifact(tx, { brand, kind: 'Launch', secret }, { payload, now, expiresAt })
    const address = new URL(app.launch_url)
    address.searchParams.set('iss', buildFhirBase(ownOrigins.issuerFor(calledOrigin), brand))
    address.searchParams.set('launch', secret)
    return about(clientId, { to: address.href }, { memberId: personId })
  }
}

/** What a launch's secret stands for; null if it is another brand's, spent or too old. */
export async function findLaunch(
  db: Reader,
  { brand, secret, now }: { readonly brand: string; readonly secret: string; readonly now: Date },
): Promise<{ readonly accountId: unknown; readonly memberId: unknown; readonly clientId: unknown } | null> {
  const found = await findArtifact(db, { brand, kind: 'Launch', secret })
  if (found === undefined || found.consumed_at !== null || found.expires_at <= now) return null
  const { accountId, memberId, clientId } = found.payload
  return { accountId, memberId, clientId }
}
