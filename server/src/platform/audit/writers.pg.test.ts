import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/portal.ts'
import type { Tx } from '../db/database.ts'
import { sealBatch } from './sealer.ts'
import { audit } from './store.ts'
import { verifyChain } from './verify.ts'

let held: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  held = await openTestDatabase({ seeded: false })
})
afterAll(() => held?.remove())

/** Writes an event, and fails at once if it would have to wait. */
async function writeWithoutWaiting(tx: Tx): Promise<void> {
  await sql`set local lock_timeout = 1`.execute(tx)
  const at = { origin: { address: '127.0.0.1', requestId: uuidv7() }, now: new Date() }
  await audit(tx, null, [{ action: 'message.read', recordType: 'message', recordId: uuidv7() }], at)
}

test('OP-8 writers wait neither for each other nor for the sealer, and the sealer waits for no writer', async () => {
  const { database } = held
  // Begun by hand, so that the test decides how long they stay open.
  const begin = () => held.beside().read.startTransaction().execute()
  const [slow, slower, sealing] = [await begin(), await begin(), await begin()]
  await database.transaction(writeWithoutWaiting)
  await writeWithoutWaiting(slow)
  await writeWithoutWaiting(slower)
  await database.transaction(writeWithoutWaiting)
  // Committed events are sealed past those still being written.
  expect((await sealBatch(database))?.count).toBe(2)

  await slow.commit().execute()
  // A sealer at work blocks no writer and no second sealer.
  await sql`select pg_advisory_xact_lock(7205801)`.execute(sealing)
  const { numAffectedRows } = await sql`
    insert into audit_seal select 3, event_id, sha256('x') from audit_waiting`.execute(sealing)
  expect(numAffectedRows).toBe(1n)
  await database.transaction(writeWithoutWaiting)
  await writeWithoutWaiting(slower)
  expect(await sealBatch(database)).toBeNull()
  await sealing.rollback().execute()
  await slower.commit().execute()

  expect((await sealBatch(database))?.count).toBe(4)
  const { sealed, breaks, unsealed } = await verifyChain(database.read, { anchors: [], batchSize: 100 })
  expect([sealed, breaks, unsealed.count]).toEqual([6, [], 0])
})
