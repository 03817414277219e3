import { describe, expect, test } from 'vitest'
import { Client } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'

const portal = testPortal()

describe('system calls', () => {
  test('CO-4 /version reports the interface version beside our own', async () => {
    const { status, body } = await new Client(portal.origin).get('/version')
    expect(status).toBe(200)
    expect(body).toEqual({ interfaceVersion: '2.0-20131008', version: 'test' })
  })

  test('CO-4 health answers live and ready', async () => {
    const client = new Client(portal.origin)
    expect((await client.get('/health/live')).status).toBe(200)
    expect((await client.get('/health/ready')).status).toBe(200)
  })

  test('CO-4 the OpenAPI page names every call of the contract', async () => {
    const { body } = await new Client(portal.origin).get('/openapi.json')
    const { paths } = body as unknown as { paths: Record<string, Record<string, { operationId: string }>> }
    const names = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    )
    const { calls } = await import('@portico/contract/calls')
    expect(names.sort()).toEqual(Object.keys(calls).sort())
  })
})
