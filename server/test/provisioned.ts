import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { hashSecret, newSecret } from '../src/identity/tokens/secrets.ts'
import type { Database } from '../src/platform/db/database.ts'

/** A token and a group of an identity provider of a brand, made without administrators; also its secret. */
export async function addProvider(
  database: Database,
  brand: string,
  { audience = 'staff', invites = false }: { readonly audience?: 'staff' | 'agents'; readonly invites?: boolean } = {},
): Promise<{ readonly tokenId: string; readonly groupId: string; readonly secret: string }> {
  const [tokenId, groupId, secret] = [randomUUID(), randomUUID(), newSecret()]
  await sql`insert into scim_token (token_id, name, brand, audience, invites, token_hash, state, made_at)
    values (${tokenId}, 'Sample provider', ${brand}, ${audience}, ${invites}, ${hashSecret(secret)}, 'active', now())`.execute(
    database.read,
  )
  await sql`insert into scim_group (group_id, brand, audience, display_name, entitlements, brands, version, created_at, changed_at)
    values (${groupId}, ${brand}, ${audience}, ${`Sample group ${groupId}`}, '[]', '[]', 1, now(), now())`.execute(
    database.read,
  )
  return { tokenId, groupId, secret }
}

export async function forgetProviders(database: Database): Promise<void> {
  await sql`delete from staff_request where kind in ('scim-token', 'scim-group')`.execute(database.read)
  await sql`delete from scim_token where name = 'Made by a sample'`.execute(database.read)
}

export interface ScimAnswer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: what a stranger reads has no type here.
  readonly body: any
}

/** An identity provider that calls the API of a brand with a token. */
export function startProvider(origin: string, brand: string, secret: string) {
  return async (
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<ScimAnswer> => {
    const answer = await fetch(`${origin}/scim/${brand}/v2${path}`, {
      method,
      headers: {
        authorization: `Bearer ${secret}`,
        ...(body !== undefined && { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) }
  }
}
