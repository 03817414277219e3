import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { overview } from '@portico/contract/calls/member'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client, memberClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'

const root = resolve(import.meta.dirname, '../../../..')
const portal = testPortal({ AUDIT_TO: 'http://127.0.0.1:9/v1/logs' })

test('MC-6 metrics report requests by route, streams, outbox and database, and nothing about people', async () => {
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

test('OP-9 every metric in an alert or the dashboard exists, and each of the portal’s own is on the dashboard', async () => {
  const text = (await new Client(portal.origin).get('/metrics')).body.payload as string
  const there = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name))
  const [alerts, dashboard] = ['deploy/prometheus/alerts.yaml', 'deploy/grafana/portico.json'].map((file) =>
    readFileSync(resolve(root, file), 'utf8'),
  )
  const read = new Set([...`${alerts}${dashboard}`.matchAll(/\b(?:portico|process|nodejs)_\w+/g)].map(([name]) => name))
  expect([...read].filter((name) => !there.has(name.replace(/_bucket$/, '')))).toEqual([])
  const own = [...there].filter((name) => name.startsWith('portico_'))
  expect(own.filter((name) => !dashboard?.includes(name))).toEqual([])
})
