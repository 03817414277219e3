import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { calls } from '@portico/contract/calls'
import { describe, expect, test } from 'vitest'
import { fileBody } from '../../../test/call.ts'
import { testPortal } from '../../../test/portal.ts'
import { testClient } from '../../../test/signed-in.ts'

/** A tenth of the duration of the slow requests below. */
const timeoutMs = 400

const portal = testPortal({ HEADER_TIMEOUT_MS: String(timeoutMs), BODY_TIMEOUT_MS: String(timeoutMs) })
const member = testClient(portal, 'MEMBER01')

const upload = calls.addAttachment.path

/** Sends bytes one by one until the server closes the connection; returns whether it did so before the last one. */
async function trickle(head: string, bytes: string): Promise<{ readonly answer: string; readonly isCut: boolean }> {
  const { port, hostname } = new URL(portal.origin)
  const socket: Socket = connect(Number(port), hostname)
  let answer = ''
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('data', (chunk) => {
    answer += String(chunk)
  })
  socket.on('error', () => undefined)
  socket.write(head)
  let sent = 0
  while (sent < bytes.length && !socket.closed) {
    await sleep(10)
    socket.write(bytes[sent++] ?? '')
  }
  await closed
  return { answer, isCut: sent < bytes.length }
}

const head = (path: string, headers: Record<string, string | number>) =>
  [`POST ${path} HTTP/1.1`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n')

const host = () => new URL(portal.origin).host

describe('SI-13 MC-4 slow senders hold no connection', () => {
  test('SI-13 endless headers are cut off', async () => {
    const { answer, isCut } = await trickle(`GET / HTTP/1.1\r\nhost: ${host()}\r\nx-slow: `, 'x'.repeat(400))
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(isCut).toBe(true)
  })

  test('SI-13 a silent connection is cut off', async () => {
    expect((await trickle('', '')).answer).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('SI-13 an endless body is cut off', async () => {
    const headers = { host: host(), 'content-type': 'application/json', 'content-length': 400 }
    const { isCut } = await trickle(head(calls.userLogin.path, headers), ' '.repeat(399))
    expect(isCut).toBe(true)
  })

  test('MC-4 RO-4 an upload without a session is refused at once and then cut off', async () => {
    const { type, body } = fileBody({ content: 'x'.repeat(400) })
    const headers = { host: host(), appid: 'chmmbr', 'content-type': type, 'content-length': body.length }
    const { answer, isCut } = await trickle(head(upload, headers), body.toString())
    expect(answer).toMatch(/^HTTP\/1\.1 401 /)
    expect(isCut).toBe(true)
  })

  test('MC-4 a member’s upload may take longer', async () => {
    const { type, body } = fileBody({ content: 'A note that is long on its way.' })
    const headers = {
      host: host(),
      connection: 'close',
      origin: portal.origin,
      appid: 'chmmbr',
      authorization: `Bearer ${member.bearer}`,
      cookie: [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'content-type': type,
      'content-length': body.length,
    }
    const { answer } = await trickle(head(upload, headers), body.toString())
    expect(answer).toMatch(/^HTTP\/1\.1 201 /)
  })
})
