import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { memberClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'

const portal = testPortal()

test('MP-1 OP-8 a landing page takes three statements: the proof of the session, what it shows, and the events of that', async () => {
  const client = await memberClient(portal.origin, 'MEMBER01')
  const view = () => client.get('/mbr/', { headers: { accept: 'text/html' } })
  // The first one reads what is kept in memory: the session, settings and texts.
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
