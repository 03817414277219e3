import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { endConnectionsWhileDraining } from './draining.ts'

const app = Fastify()
const draining = new AbortController()
endConnectionsWhileDraining(app, draining.signal)
app.get('/', () => 'answer')
afterEach(() => app.close())

test('OP-3 while it drains it answers as before, and keeps no connection open', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const ask = () =>
    new Promise((resolve) =>
      request({ port, headers: { connection: 'keep-alive' } }, (answer) => {
        answer.resume()
        resolve([answer.statusCode, answer.headers.connection])
      }).end(),
    )
  expect(await ask()).toEqual([200, 'keep-alive'])
  draining.abort()
  expect(await ask()).toEqual([200, 'close'])
})
