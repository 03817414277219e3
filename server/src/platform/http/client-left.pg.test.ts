import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { overview } from '@portico/contract/calls/member'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client, memberClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'

const portal = testPortal()

/** The portal's sockets whose requests it has begun to answer. */
const asked: Socket[] = []
const note = (message: unknown) => void asked.push((message as { socket: Socket }).socket)
let beside: pg.Client
beforeAll(async () => {
  subscribe('http.server.request.start', note)
  beside = new pg.Client({ connectionString: portal.environment.DATABASE_URL ?? '' })
  await beside.connect()
})
afterAll(async () => {
  unsubscribe('http.server.request.start', note)
  await beside.end()
})

/** Sends a request on its own connection. */
async function begin(method: string, path: string, headers: Record<string, string>): Promise<Socket> {
  const { hostname, port } = new URL(portal.origin)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const lines = Object.entries({ host: `${hostname}:${port}`, origin: portal.origin, appid: 'chmmbr', ...headers })
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
  return socket
}

interface Line {
  readonly level: number
  readonly route?: string
  readonly status?: number
}

const countWaiting = async () =>
  (await beside.query("select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"))
    .rows.length

test('SI-13 MC-5 a client that leaves before the answer is in the audit log with its address, and is no error', async () => {
  const client = await memberClient(portal.origin, 'MEMBER01')
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const signedIn = { cookie, authorization: `Bearer ${client.bearer}` }
  const from = portal.log.length
  const begun = asked.length
  // Every request first queries its session.
  await beside.query('begin')
  await beside.query('lock table session in access exclusive mode')
  const leaving = [
    await begin('GET', overview.path, signedIn),
    await begin('GET', overview.path, signedIn),
    await begin('GET', '/mbr/', { cookie, accept: 'text/html' }),
  ]
  await expect.poll(() => asked.length - begun).toBe(leaving.length)
  await expect.poll(countWaiting).toBeGreaterThan(0)
  for (const socket of leaving) socket.destroy()
  await expect.poll(() => asked.slice(begun).filter(({ destroyed }) => destroyed).length).toBe(leaving.length)
  await beside.query('commit')

  const listWritten = async () => {
    const { rows } = await sql<{ action: string }>`select action from audit_event
      where address = '127.0.0.1' and action in ('overview.read', 'coverage.read')`.execute(portal.database.read)
    return rows.map(({ action }) => action).sort()
  }
  // The page also reads the overview.
  await expect.poll(listWritten).toEqual(['coverage.read', 'overview.read', 'overview.read', 'overview.read'])
  const lines = portal.log.slice(from).map((line) => JSON.parse(line) as Line)
  expect(lines.flatMap(({ route, status }) => (status ? [`${route} ${status}`] : [])).sort()).toEqual([
    '/mbr 499',
    `${overview.path} 499`,
    `${overview.path} 499`,
  ])
  expect(lines.filter(({ level }) => level >= 40)).toEqual([])
  const metrics = (await new Client(portal.origin).get('/metrics')).body.payload
  expect(metrics).toContain(`route="${overview.path}",status="499"} 2`)
  expect(metrics).not.toContain('status="5')
})
