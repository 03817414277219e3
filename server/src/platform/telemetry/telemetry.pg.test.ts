import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { overview } from '@portico/contract/calls/member'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { memberClient } from '../../../test/client.ts'
import { makeOwnKeys } from '../../../test/own-keys.ts'
import { freshDatabase } from '../../../test/portal.ts'
import { type ServerProcess, startServer } from '../../../test/server-process.ts'
import { nameStatement } from './statements.ts'

interface Span {
  readonly traceId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: readonly { readonly key: string }[]
}

/** What a collector received, by the signal's path. */
const received = new Map<string, string[]>()
let collector: Server
let server: ServerProcess
let dataDir: string
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'portico-traced-'))
  collector = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { url = '' } = request
    received.set(url, [...(received.get(url) ?? []), Buffer.concat(chunks).toString()])
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done))
  server = await startServer({
    DATA_DIR: dataDir,
    DATABASE_URL: await freshDatabase({ seeded: true }),
    ...(await makeOwnKeys()),
    DEMO: '0',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_METRIC_EXPORT_INTERVAL: '500',
    OTEL_EXPORTER_OTLP_TIMEOUT: '400',
    OTEL_BSP_SCHEDULE_DELAY: '200',
  })
})
afterAll(async () => {
  await server?.kill()
  collector?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const listSpans = () =>
  (received.get('/v1/traces') ?? []).flatMap((text) => {
    const { resourceSpans } = JSON.parse(text) as {
      resourceSpans: { scopeSpans: { spans: Span[] }[] }[]
    }
    return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
  })

test('OP-9 a collector gets each request and its statements under the request’s id, as patterns and names, and nothing about people', async () => {
  const member = await memberClient(server.origin, 'MEMBER01')
  const answer = await make(member, overview, {})
  const traceId = (answer.headers.get('x-request-id') ?? '').replaceAll('-', '')
  await expect.poll(() => listSpans().filter((span) => span.traceId === traceId && !span.parentSpanId).length).toBe(1)
  const spans = listSpans().filter((span) => span.traceId === traceId)
  const root = spans.find((span) => !span.parentSpanId)
  expect(root?.name).toBe(`${overview.method} ${overview.path}`)
  expect(root?.attributes.map(({ key }) => key).sort()).toEqual([
    'http.request.method',
    'http.response.status_code',
    'http.route',
  ])
  expect(spans.length).toBeGreaterThan(1)
  await member.get('/mbr/?secret-word=typed', { headers: { accept: 'text/html' } })
  await expect.poll(() => received.get('/v1/metrics')?.join('') ?? '').toContain('http.server.request.duration')
  const all = [...received.values()].flat().join('\n')
  expect(all).toContain(overview.path)
  for (const hidden of ['MEMBER01', 'secret-word', '127.0.0.1:', member.cookies.get('LtpaToken2') ?? '?', '$1'])
    expect(all).not.toContain(hidden)
})

test('OP-9 an unreachable collector delays neither an answer nor the shutdown', async () => {
  collector.closeAllConnections()
  collector.close()
  const member = await memberClient(server.origin, 'MEMBER01')
  expect((await make(member, overview, {})).status).toBe(200)
  expect(await server.stop()).toBe(0)
})

test.each([
  ['select * from "claim" where claim_number = \'123\'', 'select claim'],
  ["insert into message (body) values ('I feel ill')", 'insert message'],
  ['update "account" set email = $1', 'update account'],
  ['begin', 'begin'],
  ["vacuum 'a name'", 'other'],
])('OP-9 for the statement %s telemetry reports %s', (text, name) => {
  expect(nameStatement(text)).toBe(name)
})
