import { allowApp, readAppRequest } from '@portico/contract/calls/apps'
import type { GrantLasts } from '@portico/rules/apps/grant'
import type { AppPart } from '@portico/rules/apps/scopes'
import type { Insertable } from 'kysely'
import { hashSecret } from '../src/identity/tokens/secrets.ts'
import type { Database } from '../src/platform/db/database.ts'
import type { Tables } from '../src/platform/db/tables.ts'
import { make } from './call.ts'
import type { Client } from './client.ts'

export const redirectUri = 'https://app.example/callback'

/** Registers an app directly, by default a public one that was checked. */
export async function addApp(
  database: Database,
  clientId: string,
  { secret, ...app }: Partial<Insertable<Tables['app']>> & { readonly secret?: string } = {},
): Promise<void> {
  await database.read
    .insertInto('app')
    .values({
      client_id: clientId,
      name: 'Year in Numbers',
      maker: 'Example Labs',
      home_url: 'https://app.example/',
      policy_url: 'https://app.example/privacy',
      launch_url: null,
      contact_email: 'dev@app.example',
      redirect_uris: JSON.stringify([redirectUri]),
      auth_method: secret === undefined ? 'none' : 'client_secret_basic',
      secret_hash: secret === undefined ? null : hashSecret(secret),
      jwks: null,
      jwks_uri: null,
      organization: null,
      attestation: JSON.stringify({ sells: false, keepsMonths: 12, deletes: true, hipaa: false }),
      state: 'listed',
      registered_at: new Date(),
      changed_at: new Date(),
      ...app,
    })
    .execute()
}

export interface Choice {
  readonly parts?: readonly AppPart[]
  readonly sensitive?: boolean
  readonly lasts?: GrantLasts
  /** The first name of whose data; left out: the person's own. */
  readonly whose?: string
}

/** Opens the address of an authorization in a person's browser, up to the consent screen; returns the request's id. */
export async function begin(client: Client, address: URL | string): Promise<string> {
  const { pathname, search } = new URL(address)
  const answer = await client.get(`${pathname}${search}`, { headers: { accept: 'text/html', origin: undefined } })
  return /#\/connect-app\/([\w-]+)$/.exec(answer.headers.get('location') ?? '')?.[1] ?? ''
}

/** Agrees on the consent screen, and goes back as the browser does; returns the address that the app is called back at. */
export async function agree(client: Client, requestId: string, choice: Choice = {}): Promise<URL> {
  const { parts, sensitive = false, lasts = 'months', whose } = choice
  const params = { askId: requestId }
  const { people, parts: asked } = (await make(client, readAppRequest, { params })).body.payload
  const chosen = people.find((one) => (whose === undefined ? one.whose === 'own' : one.firstName === whose))
  const body = { personId: chosen?.personId ?? '', parts: [...(parts ?? asked)], sensitive, lasts }
  const answer = await make(client, allowApp, { params, body })
  if (answer.status !== 200) throw new Error(`The consent was refused: ${JSON.stringify(answer.body)}`)
  return goBack(client, answer.body.payload.to)
}

/** Loads the address that the consent screen leads to; returns that of the app. */
export async function goBack(client: Client, to: string): Promise<URL> {
  const back = await client.get(to, { headers: { accept: 'text/html', origin: undefined } })
  return new URL(back.headers.get('location') ?? '', client.origin)
}

/** The address at which an app begins, of a brand's own authorization server. */
export function authorizeAddress(
  origin: string,
  clientId: string,
  more: Readonly<Record<string, string>> = {},
  brand = 'hmbcbs',
): string {
  const asked = {
    ...{ client_id: clientId, response_type: 'code', redirect_uri: redirectUri, state: 'own state' },
    ...{ scope: 'openid offline_access patient/*.rs', aud: `${origin}/fhir/${brand}/r4` },
    ...{ code_challenge: challenge, code_challenge_method: 'S256' },
    ...more,
  }
  return `${origin}/connect/${brand}/authorize?${new URLSearchParams(asked)}`
}

/** The verifier of the challenge in `authorizeAddress`. */
export const verifier = 'a verifier that no one else knows, of forty-three characters'.replaceAll(/[ ,]/g, '-')
const challenge = hashSecret(verifier).toString('base64url')
