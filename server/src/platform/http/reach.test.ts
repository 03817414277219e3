import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
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
