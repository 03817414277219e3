import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { createAccessTokens } from './access-tokens.ts'
import type { SigningKey } from './signing-key.ts'

const principal = {
  accountId: 'a-1',
  loginId: 'MEMBER01',
  sessionId: 's-1',
  memberId: 'm-1',
  role: 'MEMBER',
  brand: 'hmbcbs',
} as const
const lifetimeS = 60
const now = new Date('2026-11-20T14:00:00Z')
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)

async function newKey(): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  return { kid: (await exportJWK(publicKey)).x ?? '', privateKey, publicKey }
}

describe('SI-11 access tokens', () => {
  test('SI-11 say who asks until they expire, seen before or not', async () => {
    const key = await newKey()
    const tokens = createAccessTokens({ key, lifetimeS })
    const { token, expiresIn } = await tokens.issue(principal, now)
    expect(expiresIn).toBe(lifetimeS)
    expect(await tokens.read(token, after(lifetimeS - 1))).toEqual(principal)
    expect(await tokens.read(token, after(lifetimeS))).toBeNull()
    expect(await createAccessTokens({ key, lifetimeS }).read(token, after(lifetimeS))).toBeNull()
  })

  test('SI-11 of somebody who is no member name no member', async () => {
    const tokens = createAccessTokens({ key: await newKey(), lifetimeS })
    const { token } = await tokens.issue({ ...principal, role: 'AGENT', memberId: null }, now)
    expect(await tokens.read(token, now)).toEqual({ ...principal, role: 'AGENT', memberId: null })
  })

  test('SI-11 of another key, issuer, audience, kind or role are none of ours', async () => {
    const key = await newKey()
    const tokens = createAccessTokens({ key, lifetimeS })
    const sign = (change: { issuer?: string; audience?: string; typ?: string; role?: string; by?: SigningKey }) =>
      new SignJWT({ uid: 'MEMBER01', sid: 's-1', mid: 'm-1', role: change.role ?? 'MEMBER', brand: 'hmbcbs' })
        .setProtectedHeader({ alg: 'ES256', typ: change.typ ?? 'at+jwt' })
        .setIssuer(change.issuer ?? 'portico')
        .setAudience(change.audience ?? 'portico')
        .setSubject('a-1')
        .setExpirationTime(after(lifetimeS))
        .sign((change.by ?? key).privateKey)
    expect(await tokens.read(await sign({}), now)).toEqual(principal)
    const wrong = [
      { by: await newKey() },
      { issuer: 'other' },
      { audience: 'other' },
      { typ: 'JWT' },
      { role: 'ADMIN' },
    ]
    for (const change of wrong) expect(await tokens.read(await sign(change), now)).toBeNull()
  })
})
