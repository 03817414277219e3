import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { endConnections } from './closing.ts'

/** More than the system buffers of an unread answer. */
const size = 32 * 1024 * 1024

test('MC-4 MP-5 a slow reader still gets its whole answer when the server stops; idle connections are closed at once', async () => {
  const app = Fastify()
  endConnections(app, 60_000)
  app.get('/file', () => Buffer.alloc(size))
  app.get('/short', () => 'short')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const ask = async (path: string) => {
    const socket = connect(port, '127.0.0.1')
    const asked = { socket, received: 0, closed: once(socket, 'close') }
    socket.on('data', (chunk) => {
      asked.received += chunk.length
    })
    socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`)
    await once(socket, 'data')
    return asked
  }
  const [idle, reader] = [await ask('/short'), await ask('/file')]
  reader.socket.pause()
  const stopped = app.close()
  await idle.closed
  // Longer than one interval of the check for idle connections.
  await pause(200)
  reader.socket.resume()
  await Promise.all([stopped, reader.closed])
  expect(reader.received).toBeGreaterThan(size)
})
