import { hashSecret } from '../../identity/tokens/secrets.ts'
import type { Reader, Tx } from '../../platform/db/database.ts'

/** An app's request, as the library stores it while the person decides. */
export interface AppRequest {
  readonly brand: string
  readonly clientId: string
  readonly scopes: readonly string[]
  /** Whether the app requires the person to authenticate again (`prompt=login`). */
  readonly wantsProof: boolean
  /** The secret of a launch from the portal (OS-34); null: the app started the request. */
  readonly launch: string | null
  readonly returnTo: string
}

const isOfRequest = (requestId: string) => ({ kind: 'Interaction', token_hash: hashSecret(requestId) })

export async function findRequest(db: Reader, requestId: string, now: Date): Promise<AppRequest | null> {
  const row = await db
    .selectFrom('app_token')
    .select(['brand', 'payload'])
    .where((is) => is.and(isOfRequest(requestId)))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (row === undefined) return null
  const { returnTo, params, result } = row.payload
  const { client_id, scope, prompt, launch } = (params ?? {}) as Readonly<Record<string, unknown>>
  if (typeof returnTo !== 'string' || typeof client_id !== 'string' || result !== undefined) return null
  const words = (value: unknown) => (typeof value === 'string' ? value.split(' ') : [])
  const { pathname } = new URL(returnTo)
  return {
    brand: row.brand,
    clientId: client_id,
    scopes: words(scope),
    launch: typeof launch === 'string' ? launch : null,
    wantsProof: words(prompt).includes('login'),
    returnTo: pathname,
  }
}

/** Stores the person's answer, which the library reads when the browser returns; false: another answer was faster. */
export async function answerRequest(tx: Tx, requestId: string, result: object): Promise<boolean> {
  const row = await tx
    .selectFrom('app_token')
    .select('payload')
    .where((is) => is.and(isOfRequest(requestId)))
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined || row.payload.result !== undefined) return false
  await tx
    .updateTable('app_token')
    .set({ payload: JSON.stringify({ ...row.payload, result }) })
    .where((is) => is.and(isOfRequest(requestId)))
    .execute()
  return true
}
