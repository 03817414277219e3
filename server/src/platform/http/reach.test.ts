import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fetchBounded } from './fetch-bounded.ts'
import { isInside, resolveHost } from './reach.ts'

test('OS-62 this machine’s, private networks’ and cloud metadata addresses are distinguished from public ones', () => {
  for (const inside of [
    ...['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1'],
    ...['::', '::1', 'fe80::1', 'fd00::1', '::ffff:10.0.0.1', '::ffff:127.0.0.1', '64:ff9b::a00:1', '2002:a00:1::1'],
  ])
    expect({ inside, is: isInside(inside) }).toEqual({ inside, is: true })
  for (const outside of ['1.1.1.1', '172.32.0.1', '192.169.0.1', '2606:4700::1', '::ffff:1.1.1.1'])
    expect({ outside, is: isInside(outside) }).toEqual({ outside, is: false })
})

test('OS-62 a name that resolves to an internal address is refused, unless the operator allows it', async () => {
  await expect(resolveHost('localhost', { inside: false })).rejects.toMatchObject({ code: 'PRIVATE_ADDRESS' })
  expect(isInside(await resolveHost('localhost', { inside: true }))).toBe(true)
})

test('OS-62 nothing is sent to an internal address', async () => {
  let asked = 0
  const server = createServer((_request, response) => {
    asked += 1
    response.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://localhost:${(server.address() as AddressInfo).port}/`
  await expect(fetchBounded(address, {}, { inside: false })).rejects.toMatchObject({ code: 'PRIVATE_ADDRESS' })
  expect(asked).toBe(0)
  expect(await (await fetchBounded(address, {}, { inside: true })).json()).toEqual({})
  server.close()
})

describe('OS-62 connections to a provider', () => {
  let server: Server
  let connections = 0
  let requests = 0
  let endsAtRequest: number | null = null
  let address: string
  beforeAll(async () => {
    server = createServer((request, response) => {
      requests += 1
      if (requests === endsAtRequest) request.socket.destroy()
      else
        response.end(`${request.method} ${request.headers['content-type'] ?? ''} ${request.headers['content-length']}`)
    })
    server.on('connection', () => {
      connections += 1
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  })
  afterAll(() => server.close())
  const ask = async (options: RequestInit = {}, more = { mayRepeat: true }) =>
    (await fetchBounded(address, options, { inside: true }, more)).text()

  test('are used again, for any kind of request', async () => {
    expect(await ask()).toBe('GET  0')
    const form = new URLSearchParams({ code: 'ä' })
    expect(await ask({ method: 'POST', body: form })).toBe('POST application/x-www-form-urlencoded;charset=UTF-8 11')
    const headers = { 'content-type': 'application/json' }
    expect(await ask({ method: 'POST', body: '{"a":"ä"}', headers })).toBe('POST application/json 10')
    expect(await ask({ method: 'POST', body: Buffer.from('abc'), headers })).toBe('POST application/json 3')
    expect(connections).toBe(1)
  })

  test('that the provider ends just then are replaced by a new one, and a new one that ends is a failure', async () => {
    endsAtRequest = 5
    expect(await ask()).toBe('GET  0')
    expect(connections).toBe(2)
    server.closeAllConnections()
    endsAtRequest = 7
    await expect(ask()).rejects.toMatchObject({ code: 'ECONNRESET' })
  })

  test('OS-56 are not used by what must not arrive twice', async () => {
    await ask()
    endsAtRequest = requests + 1
    const sending = fetchBounded(address, { method: 'POST', body: 'once' }, { inside: true })
    await expect(sending).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(requests).toBe(endsAtRequest)
  })
})
