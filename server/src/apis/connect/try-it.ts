import { appParts } from '@portico/rules/apps/scopes'
import type { FastifyInstance } from 'fastify'
import { newSecret } from '../../identity/tokens/secrets.ts'
import { type AuditContext, audit } from '../../platform/audit/store.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { insertNew } from '../../platform/db/insert-new.ts'
import { newId } from '../../platform/ids.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { keepGrant } from './grant-store.ts'
import { putArtifact } from './token-store.ts'
import { findTrialMember } from './trial-store.ts'

/** The demo's member with a public password: trying the API shows this member's records and no others. */
const loginId = 'MEMBER01'
const clientId = 'developers-page'
const scopes = ['patient/*.rs']
const hourMs = 60 * 60 * 1000
/** Maximum length of an answer shown on the page. */
const maxShown = 200_000

/** A token for trying the API, and what it may read. */
export interface Trial {
  readonly brand: string
  readonly patient: string
  readonly token: string
}

/** The API's answer, as shown on the page. */
export interface Tried {
  readonly path: string
  readonly status: number
  readonly text: string
}

/**
 * Issues a token for a made-up member's records, valid for an hour; null: too many were issued to this address, or there is no such member.
 */
export async function beginTrial(
  { database, limits }: { readonly database: Database; readonly limits: Limits },
  at: AuditContext,
): Promise<Trial | null> {
  const { now, origin } = at
  if (!(await limits.reserveRequest('app', origin.address, now))) return null
  return database.transaction(async (tx) => {
    const account = await findTrialMember(tx, loginId)
    if (account === undefined || account.member_id === null || account.brand === null) return null
    await mustHaveApp(tx, now)
    const { account_id, member_id, brand } = account
    const endsAt = new Date(now.getTime() + hourMs)
    const { grant } = await keepGrant(tx, {
      ...{ grant_id: newId(), client_id: clientId, brand, account_id, member_id, whose: 'own' },
      ...{
        scopes: JSON.stringify(scopes),
        rejected: '[]',
        parts: JSON.stringify(appParts),
        sensitive: false,
        lasts: 'once',
      },
      ...{ began_at: now, changed_at: now, ends_at: endsAt, ended_at: null, ended_reason: null },
    })
    const token = newSecret()
    const payload = { grantId: grant.grant_id, clientId, scope: scopes.join(' ') }
    await putArtifact(tx, { brand, kind: 'AccessToken', secret: token }, { payload, now, expiresAt: endsAt })
    await audit(
      tx,
      null,
      { action: 'app.try', recordType: 'app-grant', recordId: grant.grant_id, memberId: member_id },
      at,
    )
    return { brand, patient: member_id, token }
  })
}

async function mustHaveApp(tx: Tx, now: Date): Promise<void> {
  await insertNew(tx, 'app', {
    ...{
      client_id: clientId,
      name: 'Developers’ page',
      maker: 'Portico',
      home_url: null,
      policy_url: null,
      launch_url: null,
    },
    ...{ contact_email: '', redirect_uris: '[]', auth_method: 'none', secret_hash: null, jwks: null, jwks_uri: null },
    ...{ attestation: null, state: 'waiting', registered_at: now, changed_at: now },
  })
}

/** Calls the API as an app does. `path` is relative to the brand's FHIR server; null: it would leave it. */
export async function askTrial(
  app: FastifyInstance,
  { brand, token }: Omit<Trial, 'patient'>,
  path: string,
): Promise<Tried | null> {
  const base = `/fhir/${brand}/r4/`
  const { pathname, search } = new URL(base + path, 'http://localhost')
  const [way = ''] = path.split('?')
  if (!pathname.startsWith(base) || /(^|\/)\.|%2[ef]|\\/i.test(way)) return null
  const answer = await app.inject({
    method: 'GET',
    url: pathname + search,
    headers: { authorization: `Bearer ${token}` },
  })
  return { path, status: answer.statusCode, text: indent(answer.body).slice(0, maxShown) }
}

function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
