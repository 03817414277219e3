import { v7 as uuidv7 } from 'uuid'
import type { Reader } from '../../platform/db/database.ts'
import type { ScimCaller } from './caller.ts'

/** What a call requested, and how it ended; nothing that was sent. */
export interface ScimCall {
  readonly method: string
  readonly what: string
  readonly recordId: string | null
  readonly status: number
  readonly detail: string | null
}

const maxShown = 50

export async function noteCall(db: Reader, { tokenId, brand, now }: ScimCaller, call: ScimCall): Promise<void> {
  const { method, what, recordId: record_id, status, detail } = call
  await db
    .insertInto('scim_call')
    .values({ call_id: uuidv7(), token_id: tokenId, brand, at: now, method, what, record_id, status, detail })
    .execute()
}

/** The last calls at the addresses of brands (null: all), newest first. */
export function listCalls(db: Reader, brands: readonly string[] | null) {
  return db
    .selectFrom('scim_call')
    .innerJoin('scim_token', 'scim_token.token_id', 'scim_call.token_id')
    .select(['call_id', 'scim_call.brand', 'at', 'method', 'what', 'status', 'detail', 'scim_token.name as token'])
    .$if(brands !== null, (query) => query.where('scim_call.brand', 'in', [...(brands ?? []), '']))
    .orderBy('at', 'desc')
    .limit(maxShown)
    .execute()
}
