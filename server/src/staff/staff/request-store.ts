import { type Selectable, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { StaffRequestData, Tables } from '../../platform/db/tables.ts'

/** How long a request waits for confirmation. */
export const requestDays = 7

const waitMs = requestDays * 24 * 3_600_000

const maxListed = 100

export type StaffRequest = Selectable<Tables['staff_request']>

export async function insertRequest(
  tx: Tx,
  request: {
    readonly kind: StaffRequest['kind']
    readonly whom: string | null
    readonly data: StaffRequestData
    readonly askedBy: string
    readonly now: Date
  },
): Promise<string> {
  const requestId = uuidv7()
  const { kind, whom, data, askedBy, now } = request
  await tx
    .insertInto('staff_request')
    .values({
      request_id: requestId,
      kind,
      whom,
      data: JSON.stringify(data),
      asked_by: askedBy,
      asked_at: now,
      expires_at: new Date(now.getTime() + waitMs),
      state: 'waiting',
    })
    .execute()
  return requestId
}

/** Whether someone already asks for the same. Call it with the administration locked. */
export async function isAsked(
  tx: Tx,
  { kind, whom, data, askedBy, now }: Parameters<typeof insertRequest>[1],
): Promise<boolean> {
  const row = await tx
    .selectFrom('staff_request')
    .select('request_id')
    .where((eb) => eb.and({ kind, state: 'waiting', asked_by: askedBy }))
    .where('whom', 'is not distinct from', whom)
    .where('expires_at', '>', now)
    .where(sql<boolean>`data = ${JSON.stringify(data)}::jsonb`)
    .executeTakeFirst()
  return row !== undefined
}

/** Drops waiting requests of the same kind for the same person, which a newer request replaces. */
export async function dropOlder(tx: Tx, kind: StaffRequest['kind'], whom: string, now: Date): Promise<void> {
  await tx
    .updateTable('staff_request')
    .set({ state: 'dropped', decided_at: now })
    .where((eb) => eb.and({ kind, whom, state: 'waiting' }))
    .execute()
}

/** The same for requests about a record that is not an account. */
export async function dropOlderAbout(tx: Tx, kind: StaffRequest['kind'], recordId: string, now: Date): Promise<void> {
  await tx
    .updateTable('staff_request')
    .set({ state: 'dropped', decided_at: now })
    .where((eb) => eb.and({ kind, state: 'waiting' }))
    .where(sql<boolean>`data->'record'->>'id' = ${recordId}`)
    .execute()
}

/** Waiting requests, with the login ID of the person who asked. */
export async function listWaiting(
  db: Reader,
  now: Date,
): Promise<(StaffRequest & { readonly askedByLogin: string })[]> {
  return db
    .selectFrom('staff_request')
    .innerJoin('account', 'account.account_id', 'staff_request.asked_by')
    .selectAll('staff_request')
    .select('account.login_id as askedByLogin')
    .where('staff_request.state', '=', 'waiting')
    .where('staff_request.expires_at', '>', now)
    .orderBy('asked_at')
    .limit(maxListed)
    .execute()
}

/** A request that still waits, locked until the transaction ends: of two people who decide at once, the second finds none. */
export async function lockWaiting(tx: Tx, requestId: string, now: Date): Promise<StaffRequest | null> {
  const row = await tx
    .selectFrom('staff_request')
    .selectAll()
    .where('request_id', '=', requestId)
    .where('state', '=', 'waiting')
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function settleRequest(
  tx: Tx,
  requestId: string,
  decided: { readonly state: 'confirmed' | 'dropped'; readonly by: string; readonly now: Date },
): Promise<void> {
  await tx
    .updateTable('staff_request')
    .set({ state: decided.state, decided_by: decided.by, decided_at: decided.now })
    .where('request_id', '=', requestId)
    .execute()
}
