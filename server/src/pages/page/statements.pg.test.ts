import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { fillClaims } from '../../../../bench/claim-rows.ts'
import { memberClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'

const portal = testPortal()

test('MP-1 OP-8 a landing page takes three statements: the check of the session, the content, and its audit events', async () => {
  const client = await memberClient(portal.origin, 'MEMBER01')
  const view = () => client.get('/mbr/', { headers: { accept: 'text/html' } })
  // The first view fills the caches: the session, settings and texts.
  await view()
  await view()
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    expect((await view()).status).toBe(200)
    const sent = query.mock.calls.map(([one]) => (typeof one === 'string' ? one : (one as { text: string }).text))
    expect(sent.length, sent.join('\n')).toBe(3)
    expect(sent[2]).toContain('insert into audit_event')
  } finally {
    query.mockRestore()
  }
})

test('MP-1 BR-13 a connection plans the statement of a landing page a few times, and then keeps the plan', async () => {
  const filler = new pg.Client({ connectionString: portal.environment.DATABASE_URL })
  await filler.connect()
  // Enough claims to make a plan for anyone's days and states look expensive.
  await fillClaims(filler, { total: 20_000, owners: { MEMBER01: 40 } })
  await filler.query('analyze')
  await filler.end()
  const client = await memberClient(portal.origin, 'MEMBER01')
  const connections = new Set<pg.Client>()
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    // PostgreSQL switches to a generic plan after five runs; the pool has five connections, which take turns.
    for (let view = 0; view < 60; view += 1) await client.get('/mbr/', { headers: { accept: 'text/html' } })
    for (const one of query.mock.contexts) connections.add(one as unknown as pg.Client)
  } finally {
    query.mockRestore()
  }
  const plans = await Promise.all(
    [...connections].map(async (one) => {
      const { rows } = await one.query<{
        made: string
        kept: string
      }>(`select sum(custom_plans) as made, sum(generic_plans) as kept
        from pg_prepared_statements where statement like '%content_mark%' and statement like '%premium_bill%' having count(*) > 0`)
      return rows.map(({ made, kept }) => ({ made: Number(made), kept: Number(kept) }))
    }),
  )
  const told = plans.flat().filter(({ made, kept }) => made + kept > 20)
  expect(told.length).toBeGreaterThan(0)
  expect(told.filter(({ made, kept }) => made > kept)).toEqual([])
})
