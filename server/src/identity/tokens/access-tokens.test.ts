import { importJWK, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { createAccessTokens } from './access-tokens.ts'
import { type KeptKey, newKey } from './key-set.ts'
import type { TokenKeys } from './token-keys.ts'

const principal = {
  accountId: 'a-1',
  loginId: 'MEMBER01',
  sessionId: 's-1',
  memberId: 'm-1',
  role: 'MEMBER',
  brand: 'hmbcbs',
  actor: null,
  scopes: null,
} as const
const lifetimeS = 60
const now = new Date('2026-11-20T14:00:00Z')
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const issuer = 'https://secure.highmark.example'
const issuing = { now, issuer, clientId: 'portico-test' }

const importKey = async (key: KeptKey) => (await importJWK(key, 'ES256')) as CryptoKey

/** A key set that can change while in use; the first key signs. */
function createKeys(list: KeptKey[]): TokenKeys {
  const find = (kid: string) => list.find((key) => key.kid === kid)
  return {
    findSigningKey: async () => {
      const [first] = list as [KeptKey]
      return { kid: first.kid, privateKey: await importKey(first) }
    },
    findVerifyingKey: async (kid) => {
      const { d: _, ...open } = find(kid) ?? {}
      return find(kid) ? importKey(open as KeptKey) : null
    },
    has: (kid) => find(kid) !== undefined,
    listPublished: async () => [],
  }
}

const createTokens = (list: KeptKey[]) =>
  createAccessTokens({ keys: createKeys(list), lifetimeS, isIssuer: (one) => one === issuer })

describe('SI-11 access tokens', () => {
  test('SI-11 tell who asks until they expire, seen before or not', async () => {
    const list = [await newKey()]
    const tokens = createTokens(list)
    const { token, expiresIn } = await tokens.issue(principal, issuing)
    expect(expiresIn).toBe(lifetimeS)
    expect(await tokens.read(token, after(lifetimeS - 1))).toEqual(principal)
    expect(await tokens.read(token, after(lifetimeS))).toBeNull()
    expect(await createTokens(list).read(token, after(lifetimeS))).toBeNull()
  })

  test('SI-11 of somebody who is no member name no member', async () => {
    const tokens = createTokens([await newKey()])
    const { token } = await tokens.issue({ ...principal, role: 'AGENT', memberId: null }, issuing)
    expect(await tokens.read(token, now)).toEqual({ ...principal, role: 'AGENT', memberId: null })
  })

  test('SI-11 CS-1 RG-3 name who acts for the person, and their scopes', async () => {
    const tokens = createTokens([await newKey()])
    const simulated = { ...principal, actor: { accountId: 'a-2', loginId: 'CSRREP01' } }
    const { token } = await tokens.issue(simulated, issuing)
    expect(await tokens.read(token, now)).toEqual(simulated)
    const viewing = { ...principal, actor: { accountId: 'a-1', loginId: 'MEMBER01' }, scopes: ['coverage'] as const }
    const { token: ofViewing } = await tokens.issue(viewing, issuing)
    expect(await tokens.read(ofViewing, now)).toEqual(viewing)
  })

  test('SI-11 with another key, issuer, audience, kind or role are not ours', async () => {
    const key = await newKey()
    const stranger = await newKey()
    const tokens = createTokens([key])
    interface Change {
      readonly issuer?: string
      readonly audience?: string
      readonly typ?: string
      readonly role?: string
      readonly by?: KeptKey
      readonly kid?: string
    }
    const sign = async (change: Change) =>
      new SignJWT({ uid: 'MEMBER01', sid: 's-1', mid: 'm-1', role: change.role ?? 'MEMBER', brand: 'hmbcbs' })
        .setProtectedHeader({ alg: 'ES256', kid: change.kid ?? key.kid, typ: change.typ ?? 'at+jwt' })
        .setIssuer(change.issuer ?? issuer)
        .setAudience(change.audience ?? 'portico')
        .setSubject('a-1')
        .setExpirationTime(after(lifetimeS))
        .sign(await importKey(change.by ?? key))
    expect(await tokens.read(await sign({}), now)).toEqual(principal)
    const wrong: Change[] = [
      { by: stranger },
      { by: stranger, kid: stranger.kid },
      { kid: '' },
      { kid: 'constructor' },
      { issuer: 'https://other.example' },
      { audience: 'other' },
      { typ: 'JWT' },
      { role: 'ADMIN' },
    ]
    for (const change of wrong) expect(await tokens.read(await sign(change), now), JSON.stringify(change)).toBeNull()
  })

  test('SI-11 with an older key work as long as it is kept, and not a moment longer', async () => {
    const list = [await newKey()]
    const tokens = createTokens(list)
    const { token: old } = await tokens.issue(principal, issuing)
    list.unshift(await newKey())
    const { token: young } = await tokens.issue(principal, issuing)
    expect(await tokens.read(old, now)).toEqual(principal)
    expect(await tokens.read(young, now)).toEqual(principal)
    list.pop()
    expect(await tokens.read(old, now)).toBeNull()
    expect(await tokens.read(young, now)).toEqual(principal)
  })
})
