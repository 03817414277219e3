import { once } from 'node:events'
import { connect } from 'node:net'
import { calls } from '@portico/contract/calls'
import { expect, test } from 'vitest'
import { startPortal } from '../../../test/portal.ts'

const graceMs = 400
/** Longer than any test may last: a test that waits for this fails. */
const neverMs = '600000'

async function connectTo(origin: string) {
  const { port, hostname } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

test('SI-13 a server that stops answers what it has begun, and then closes that connection', async () => {
  const portal = await startPortal({ SHUTDOWN_GRACE_MS: neverMs })
  const socket = await connectTo(portal.origin)
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  const body = JSON.stringify({ username: 'MEMBER01', password: 'not the password' })
  const head = [
    `POST ${calls.userLogin.path} HTTP/1.1`,
    `host: ${new URL(portal.origin).host}`,
    'appid: chmmbr',
    'content-type: application/json',
    `content-length: ${body.length}`,
  ]
  const begun = once(socket, 'data')
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, -1)}`)
  // Another request is answered after this one has begun.
  await fetch(`${portal.origin}/health/live`, { headers: { connection: 'close' } })
  const stopped = portal.close()
  socket.write(body.slice(-1))
  await begun
  expect(answer).toMatch(/^HTTP\/1\.1 \d{3} /)
  await stopped
})

test('SI-13 a silent connection does not keep a server from stopping', async () => {
  const portal = await startPortal({ SHUTDOWN_GRACE_MS: String(graceMs) })
  const silent = await connectTo(portal.origin)
  const closed = once(silent, 'close')
  await portal.close()
  await closed
})
