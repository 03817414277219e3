import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { startEventStream } from './event-stream.ts'

test('MC-6 a stream whose reader has left before it begins ends at once, and keeps no place', async () => {
  const app = fastify()
  onTestFinished(() => app.close())
  const isOver = Promise.withResolvers<true>()
  const isAsked = Promise.withResolvers<void>()
  app.get('/', async ({ raw }, reply) => {
    isAsked.resolve()
    await once(raw.socket, 'close')
    startEventStream(reply, String).onClose(() => isOver.resolve(true))
    return reply
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const reader = request({ port, host: '127.0.0.1' }).once('error', () => {})
  reader.end()
  await isAsked.promise
  reader.destroy()
  expect(await isOver.promise).toBe(true)
})
