import * as calls from '@portico/contract/calls/connections'
import { expect, test, vi } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client, signInClient } from '../../../test/client.ts'
import { startOddProvider, switchOn } from '../../../test/odd-provider.ts'
import { testPortal } from '../../../test/portal.ts'

const portal = testPortal()

test('OS-62 OS-71 a provider that never answers, or is gone, lets no one in and is reported as such', async () => {
  const provider = await startOddProvider()
  const first = await signInClient(portal.origin, 'ADMIN001')
  const list = async () => (await make(first, calls.listConnections, {})).body.payload.connections
  const settings = {
    ...{ kind: 'oidc' as const, nameClaim: 'preferred_username', groupsClaim: '', trustsFactor: false },
    ...{ factorValues: [], issuer: provider.issuer, clientId: 'portico' },
  }
  const body = { name: 'Slow', brand: 'hmbcbs', audience: 'staff' as const, domains: [], settings, secret: 'a secret' }
  await make(first, calls.makeConnection, { body })
  const id = (await list()).find(({ name }) => name === 'Slow')?.connectionId ?? ''
  await switchOn(portal.database, id)
  const readLatest = async () => (await list()).find((one) => one.connectionId === id)?.attempts[0]

  const begin = async () => {
    const client = new Client(portal.origin)
    const to = new URL((await client.get(`/sso/${id}/start`)).headers.get('location') ?? '')
    const back = new URLSearchParams({ code: 'a-code', state: to.searchParams.get('state') ?? '' })
    const comeBack = () => client.get(`/sso/${id}/answer?${back}`)
    return { client, comeBack }
  }

  provider.answerWith(() => new Promise<string>(() => {}))
  const slow = await begin()
  const late = await begin()
  expect([(await slow.comeBack()).status, slow.client.cookies.has('LtpaToken2')]).toEqual([503, false])
  expect(await readLatest()).toMatchObject({ outcome: 'provider-unreachable', detail: 'TimeoutError' })

  await provider.close()
  expect([(await late.comeBack()).status, late.client.cookies.has('LtpaToken2')]).toEqual([503, false])
  expect(await readLatest()).toMatchObject({ outcome: 'provider-unreachable', detail: 'ECONNREFUSED' })
  const metrics = String((await new Client(portal.origin).get('/metrics')).body.payload)
  expect(metrics).toContain('portico_sign_ons{connection="Slow",outcome="provider-unreachable"} 2')
})

test('OS-62 OS-71 when a provider is gone while its metadata is cached, people see our page instead', async () => {
  const provider = await startOddProvider()
  const first = await signInClient(portal.origin, 'ADMIN001')
  const settings = {
    ...{ kind: 'oidc' as const, nameClaim: 'preferred_username', groupsClaim: '', trustsFactor: false },
    ...{ factorValues: [], issuer: provider.issuer, clientId: 'portico' },
  }
  const body = { name: 'Gone', brand: 'hmbcbs', audience: 'staff' as const, domains: [], settings, secret: 'a secret' }
  const made = await make(first, calls.makeConnection, { body })
  const id = made.body.payload.connections.find(({ name }) => name === 'Gone')?.connectionId ?? ''
  await switchOn(portal.database, id)
  const start = async () => {
    const { status, headers } = await new Client(portal.origin).get(`/sso/${id}/start`)
    return [status, headers.get('location')?.startsWith(provider.issuer) ?? false]
  }
  // The metadata is cached until the next ten minutes begin.
  const turn = 600_000
  vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / turn) * turn + 1000 })
  try {
    expect(await start()).toEqual([302, true])
    vi.setSystemTime(Date.now() + 61_000)
    expect(await start()).toEqual([302, true])
    await provider.close()
    // The provider was just reached.
    expect(await start()).toEqual([302, true])
    vi.setSystemTime(Date.now() + 61_000)
    const gone = [503, false]
    expect(await Promise.all([start(), start()])).toEqual([gone, gone])
    expect(await start()).toEqual(gone)
  } finally {
    vi.useRealTimers()
  }
  const { connections } = (await make(first, calls.listConnections, {})).body.payload
  const latest = connections.find((one) => one.connectionId === id)?.attempts[0]
  expect(latest).toMatchObject({ outcome: 'provider-unreachable', detail: 'ECONNREFUSED' })
})
