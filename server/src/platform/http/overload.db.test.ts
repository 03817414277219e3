import { calls } from '@portico/contract/calls'
import { expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { listErrorCodes, signInClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'

const portal = testPortal({}, { connectionWaitMs: 1_500 })

/** Takes every connection of the pool; returns a function that releases them. */
async function takeAll(): Promise<() => Promise<void>> {
  const count = portal.database.kind === 'postgres' ? 5 : 1
  const open = Promise.withResolvers<void>()
  const begun = Array.from({ length: count }, () => Promise.withResolvers<void>())
  const held = begun.map(async ({ resolve }) => {
    let isHeld = false
    // A background job of the server may hold the connection a moment longer than a request waits for one.
    while (!isHeld)
      await portal.database
        .transaction(() => {
          isHeld = true
          resolve()
          return open.promise
        })
        .catch((error: unknown) => {
          if (isHeld) throw error
        })
  })
  await Promise.all(begun.map(({ promise }) => promise))
  return async () => {
    open.resolve()
    await Promise.all(held)
  }
}

test('MC-5 HT-2 while every connection is taken, a call asks for a retry soon, which succeeds', async () => {
  const client = await signInClient(portal.origin, 'MEMBER01')
  const form = { grant_type: 'refresh_token', client_id: 'portico-web' }
  const giveBack = await takeAll()
  const [call, signIn, token, ready] = await Promise.all([
    make(client, calls.validateSession, {}),
    client.copy().signIn('MEMBER02'),
    make(client, calls.memberToken, { body: form }),
    client.get('/health/ready'),
  ])
  for (const answer of [call, signIn]) {
    expect([answer.status, listErrorCodes(answer), answer.headers.get('retry-after')]).toEqual([
      503,
      ['UNAVAILABLE'],
      '2',
    ])
    expect(answer.headers.getSetCookie()).toEqual([])
  }
  expect([token.status, token.headers.get('retry-after')]).toEqual([503, '2'])
  expect(token.body).toEqual({ error: 'temporarily_unavailable', error_description: 'UNAVAILABLE' })
  expect(ready.status).toBe(503)
  await giveBack()
  expect((await make(client, calls.validateSession, {})).status).toBe(200)
  expect((await client.takeToken()).status).toBe(200)
})
