import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { createServer, type Server } from 'node:tls'
import { v7 as uuidv7 } from 'uuid'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeCertificate } from '../../../../test/certificate.ts'
import { eventually } from '../../../../test/eventually.ts'
import { openTestDatabase } from '../../../../test/portal.ts'
import { sealBatch } from '../sealer.ts'
import { audit } from '../store.ts'
import type { ForwardSettings } from './address.ts'
import { forwardBatch, startForwarder } from './forwarder.ts'
import { createSink } from './sink.ts'
import { countUnforwarded } from './store.ts'

let held: Awaited<ReturnType<typeof openTestDatabase>>
const closing: (() => void)[] = []
const { cert, key } = makeCertificate()

beforeEach(async () => {
  held = await openTestDatabase({ seeded: false })
})
afterEach(async () => {
  for (const close of closing.splice(0)) close()
  await held.remove()
})

async function write(count: number, recordId = 'é "1"'): Promise<void> {
  const at = { origin: { address: '127.0.0.1', requestId: uuidv7() }, now: new Date() }
  const who = { accountId: uuidv7(), loginId: 'MEMBER01', sessionId: uuidv7(), memberId: uuidv7(), actor: null }
  const events = Array.from({ length: count }, () => ({ action: 'message.read', recordType: 'message', recordId }))
  await held.database.transaction((tx) => audit(tx, who, events, at))
  await sealBatch(held.database)
}

interface Message {
  readonly head: string
  readonly event: Readonly<Record<string, unknown>> & { readonly seq: number }
}

/** Splits a connection's text into messages by their length prefixes. */
function readFrames(text: string): Message[] {
  const messages: Message[] = []
  for (let rest = text; rest !== ''; ) {
    const [length = ''] = rest.split(' ', 1)
    const from = length.length + 1
    const frame = rest.slice(from, from + Number(length))
    expect(frame.length).toBe(Number(length))
    const body = frame.indexOf('{')
    messages.push({ head: frame.slice(0, body), event: JSON.parse(frame.slice(body)) as Message['event'] })
    rest = rest.slice(from + Number(length))
  }
  return messages
}

/** A syslog server that keeps each fully read message; `treat` may handle a connection differently. */
async function listenSyslog(treat?: (raw: Socket | undefined, nth: number) => boolean) {
  const messages: Message[] = []
  const raws: Socket[] = []
  let count = 0
  const server: Server = createServer({ cert, key, allowHalfOpen: true }, (socket) => {
    let text = ''
    count += 1
    socket.on('error', () => undefined)
    if (treat?.(raws.at(-1), count)) return
    socket.setEncoding('latin1').on('data', (part: string) => {
      text += part
    })
    socket.on('end', () => {
      messages.push(...readFrames(text))
      socket.end()
    })
  })
  server.on('connection', (raw: Socket) => raws.push(raw))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => void server.close())
  const { port } = server.address() as AddressInfo
  const settings: ForwardSettings = { kind: 'syslog', name: 's', waitMs: 5_000, host: '127.0.0.1', port, ca: cert }
  return { messages, settings }
}

/** As if the sending server had been gone for a while. */
const endLeases = () =>
  held.database.transaction((tx) =>
    tx
      .updateTable('audit_forward')
      .set({ leased_until: new Date(0) })
      .execute(),
  )

const listSeqs = (messages: readonly Message[]) => messages.map(({ event }) => event.seq)

test('OP-11 every audit event reaches syslog over TLS in the order of the chain, whole, as ASCII, by its severity', async () => {
  const { messages, settings } = await listenSyslog()
  await write(3)
  expect(await forwardBatch(held.database, settings, createSink(settings), uuidv7())).toBe(3)
  expect(listSeqs(messages)).toEqual([1, 2, 3])
  const [first] = messages
  expect(first?.head).toMatch(/^<110>1 \d{4}-\d\d-\d\dT[\d:]{8}\.\d{6}Z \S+ portico \d+ audit - $/)
  expect(first?.event).toMatchObject({
    ...{ action: 'message.read', outcome: 'done', record_type: 'message', record_id: 'é "1"' },
    ...{ actor_login_id: 'MEMBER01', address: '127.0.0.1' },
  })
  expect(first?.event.hash).toMatch(/^[\da-f]{64}$/)
  expect(await countUnforwarded(held.database.read, settings.name)).toBe(0)
})

test('OP-11 a receiver that dies, or is missing, loses nothing: the batch is sent again, followed by the next one', async () => {
  const { messages, settings } = await listenSyslog((raw, nth) => {
    // Cut off, as when the receiver or the network dies.
    if (nth <= 2) raw?.resetAndDestroy()
    return nth <= 2
  })
  const sink = createSink(settings)
  await write(40)
  for (const _ of [1, 2])
    await expect(forwardBatch(held.database, settings, sink, 'a0000000-0000-4000-8000-000000000000')).rejects.toThrow()
  expect(await countUnforwarded(held.database.read, settings.name)).toBe(40)
  await endLeases()
  const forwarder = startForwarder({
    database: held.database,
    settings,
    everyMs: 5,
    logger: { warn: () => undefined },
  })
  closing.push(() => void forwarder.stop())
  await write(2)
  await eventually(() => expect(messages.length).toBeGreaterThanOrEqual(42)).finally(() => forwarder.stop())
})

test('OP-11 one server forwards at a time, and another continues where the first one ended', async () => {
  const { messages, settings } = await listenSyslog()
  const sink = createSink(settings)
  const [one, other] = [uuidv7(), uuidv7()]
  await write(2)
  expect(await forwardBatch(held.database, settings, sink, one)).toBe(2)
  await write(2)
  expect(await forwardBatch(held.database, settings, sink, other)).toBeNull()
  await held.database.transaction((tx) =>
    tx
      .updateTable('audit_forward')
      .set({ leased_until: new Date(0) })
      .execute(),
  )
  expect(await forwardBatch(held.database, settings, sink, other)).toBe(2)
  expect(await forwardBatch(held.database, settings, sink, other)).toBe(0)
  expect(listSeqs(messages)).toEqual([1, 2, 3, 4])
})

test('OP-11 nothing is sent to a receiver whose certificate no one vouches for', async () => {
  const { messages, settings } = await listenSyslog()
  await write(1)
  const strange: ForwardSettings = { ...settings, ca: makeCertificate().cert } as ForwardSettings
  await expect(forwardBatch(held.database, strange, createSink(strange), uuidv7())).rejects.toThrow(
    /certificate|signature/,
  )
  expect(messages).toEqual([])
})

test('OP-11 an open but silent port is given up, and reported as not sent', async () => {
  const server = createTcpServer(() => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => void server.close())
  const { port } = server.address() as AddressInfo
  const silent: ForwardSettings = { kind: 'syslog', name: 's', waitMs: 100, host: '127.0.0.1', port, ca: cert }
  await expect(createSink(silent).send([])).rejects.toThrow(/does not answer/)
})

test('OP-11 an OpenTelemetry collector gets the same events as logs, and what it refuses is sent again', async () => {
  const bodies: { readonly authorization: string | undefined; readonly body: OtlpBody }[] = []
  const answers = [
    [503, ''],
    [200, '{"partialSuccess":{"rejectedLogRecords":"1"}}'],
    [200, '{}'],
  ] as const
  const server = createHttpServer((request, response) => {
    let text = ''
    request.on('data', (part) => {
      text += part
    })
    request.on('end', () => {
      const [status, answer] = answers[bodies.length] ?? [200, '{}']
      bodies.push({ authorization: request.headers.authorization, body: JSON.parse(text) as OtlpBody })
      response.writeHead(status).end(answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/logs`
  const settings: ForwardSettings = { kind: 'otlp', name: url, waitMs: 5_000, url, token: 'let-me-in' }
  const sink = createSink(settings)
  const holder = uuidv7()
  await write(2)
  await expect(forwardBatch(held.database, settings, sink, holder)).rejects.toThrow(/503/)
  await expect(forwardBatch(held.database, settings, sink, holder)).rejects.toThrow(/refused 1/)
  expect(await forwardBatch(held.database, settings, sink, holder)).toBe(2)
  const [records] = bodies.slice(-1).map(({ body }) => body.resourceLogs[0]?.scopeLogs[0]?.logRecords ?? [])
  expect(records?.map(({ body }) => (JSON.parse(body.stringValue) as { seq: number }).seq)).toEqual([1, 2])
  expect(records?.[0]?.timeUnixNano).toMatch(/^\d{19}$/)
  expect(bodies[0]?.authorization).toBe('Bearer let-me-in')
})

interface OtlpBody {
  readonly resourceLogs: readonly {
    readonly scopeLogs: readonly {
      readonly logRecords: readonly { readonly timeUnixNano: string; readonly body: { readonly stringValue: string } }[]
    }[]
  }[]
}
