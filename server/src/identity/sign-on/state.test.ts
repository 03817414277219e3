import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadDataKey } from '../../platform/data-key.ts'
import { hashBrowser, openRequest, sealRequest } from './state.ts'

const dataKey = loadDataKey({ configured: undefined, dataDir: mkdtempSync(join(tmpdir(), 'portico-state-')) })
const [connectionId, otherId] = [crypto.randomUUID(), crypto.randomUUID()]
const now = new Date('2026-03-04T05:06:07Z')
const begin = (over: Partial<Parameters<typeof sealRequest>[1]> = {}) =>
  sealRequest(dataKey, { connectionId, version: 3, browser: 'a browser', ...over }, now)

test('OS-62 a state carries a sign-in to the provider and back, for ten minutes', () => {
  const { state, verifier } = begin()
  expect(openRequest(dataKey, connectionId, state)).toMatchObject({
    ...{ connectionId, version: 3, verifier, browserHash: hashBrowser('a browser') },
    ...{ triedBy: null, confirms: null, to: null, beganAt: now, expiresAt: new Date('2026-03-04T05:16:07Z') },
  })
  const purpose = { triedBy: 'someone', confirms: null, to: '/msg/' }
  expect(openRequest(dataKey, connectionId, begin(purpose).state)).toMatchObject(purpose)
})

test('OS-62 OS-63 nobody can read it or guess another, and a SAML provider takes it as an id', () => {
  const { state, verifier } = begin()
  expect(state).toMatch(/^_[\w-]{80,200}$/)
  expect(Buffer.from(state.slice(1), 'base64url').includes(Buffer.from(verifier, 'base64url'))).toBe(false)
  expect(begin()).not.toMatchObject({ state })
  expect(begin()).not.toMatchObject({ verifier })
})

test('OS-62 one that was changed, made up, or begun at another connection is no one’s', () => {
  const { state } = begin()
  expect(openRequest(dataKey, otherId, state)).toBeNull()
  for (const at of [5, 30, 60, state.length - 2]) {
    const changed = `${state.slice(0, at)}${state[at] === 'A' ? 'B' : 'A'}${state.slice(at + 1)}`
    expect(openRequest(dataKey, connectionId, changed)).toBeNull()
  }
  for (const forged of ['', '_', `_${'x'.repeat(43)}`, `_${'A'.repeat(120)}`])
    expect(openRequest(dataKey, connectionId, forged)).toBeNull()
})

test('OS-62 however it is written, it is the same one, so that its answer works once', () => {
  const { state } = begin()
  const { stateHash } = openRequest(dataKey, connectionId, state) ?? {}
  const written = [`${state}=`, `${state}==`, `-${state.slice(1)}`, `${state.slice(0, 9)} ${state.slice(9)}`]
  for (const other of written) expect(openRequest(dataKey, connectionId, other)?.stateHash).toEqual(stateHash)
  expect(openRequest(dataKey, connectionId, begin().state)?.stateHash).not.toEqual(stateHash)
})
