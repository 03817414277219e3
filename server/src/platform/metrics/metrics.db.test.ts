import { overview } from '@portico/contract/calls/member'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { memberClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'

const portal = testPortal()

test('MC-6 metrics tell of requests by route, of streams, outbox and database, and of nobody', async () => {
  const client = await memberClient(portal.origin, 'MEMBER01')
  await make(client, overview, {})
  await sql`insert into outbox (email_id, template, brand, language, recipient, created_at, due_at)
    values (gen_random_uuid(), 'new-message', 'hmbcbs', 'en', 'somebody@mail.example', now() - interval '1 minute', now())`.execute(
    portal.database.read,
  )
  const answer = await client.get('/metrics')
  expect(answer.status).toBe(200)
  const text = answer.body.payload as string
  expect(text).toContain(`portico_requests_total{method="GET",route="${overview.path}",status="200"} 1`)
  expect(text).toMatch(/portico_request_seconds_bucket\{le="0\.\d+",method="POST",route="\/api\/oauth\/token"\} 1/)
  expect(text).toMatch(/^portico_event_streams 0$/m)
  expect(text).toMatch(/^portico_outbox_waiting 1$/m)
  expect(text).toMatch(/^portico_outbox_oldest_seconds [56]\d(\.\d+)?$/m)
  expect(text).toMatch(/^portico_audit_unsealed [1-9]\d*$/m)
  expect(text).toMatch(/^portico_audit_unsealed_oldest_seconds \d+(\.\d+)?$/m)
  expect(text).toMatch(/^portico_database_connections [1-5]$/m)
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m)
  expect(text).not.toMatch(/MEMBER01|@mail|127\.0\.0\.1/)
})
