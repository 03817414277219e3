import { ROLES } from '@portico/rules/roles'
import { jwtVerify, SignJWT } from 'jose'
import * as v from 'valibot'
import type { Principal } from '../http/principal.ts'
import { type SigningKey, signingAlgorithm } from './signing-key.ts'

const issuer = 'portico'
const cachedTokens = 5_000

const Claims = v.object({
  sub: v.string(),
  uid: v.string(),
  sid: v.string(),
  mid: v.optional(v.string()),
  role: v.picklist(ROLES),
  brand: v.string(),
  exp: v.number(),
})

/** Access tokens: short-lived signed statements of who is asking (SI-11). The decoded token holds `uid`. */
export interface AccessTokens {
  issue(principal: Principal, now: Date): Promise<{ readonly token: string; readonly expiresIn: number }>
  /** Null for anything that is not an unexpired token of ours. Says nothing of whether the session still lives. */
  read(token: string, now: Date): Promise<Principal | null>
}

export function createAccessTokens(options: { readonly key: SigningKey; readonly lifetimeS: number }): AccessTokens {
  const { key, lifetimeS } = options
  // A page sends the same token many times; checking its signature once is enough until it expires.
  const known = new Map<string, { readonly principal: Principal; readonly expiresAtMs: number }>()
  return {
    issue: async (principal, now) => {
      const issuedAt = Math.floor(now.getTime() / 1000)
      const { accountId, loginId, sessionId, memberId, role, brand } = principal
      const token = await new SignJWT({ uid: loginId, sid: sessionId, ...(memberId && { mid: memberId }), role, brand })
        .setProtectedHeader({ alg: signingAlgorithm, kid: key.kid, typ: 'at+jwt' })
        .setIssuer(issuer)
        .setAudience(issuer)
        .setSubject(accountId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + lifetimeS)
        .sign(key.privateKey)
      return { token, expiresIn: lifetimeS }
    },
    read: async (token, now) => {
      const cached = known.get(token)
      if (cached) return cached.expiresAtMs > now.getTime() ? cached.principal : null
      const claims = await verify(token, now)
      if (claims === null) return null
      const principal: Principal = {
        accountId: claims.sub,
        loginId: claims.uid,
        sessionId: claims.sid,
        memberId: claims.mid ?? null,
        role: claims.role,
        brand: claims.brand,
      }
      const oldest = known.keys().next()
      if (known.size >= cachedTokens && !oldest.done) known.delete(oldest.value)
      known.set(token, { principal, expiresAtMs: claims.exp * 1000 })
      return principal
    },
  }

  async function verify(token: string, now: Date) {
    try {
      const { payload } = await jwtVerify(token, key.publicKey, {
        algorithms: [signingAlgorithm],
        issuer,
        audience: issuer,
        typ: 'at+jwt',
        currentDate: now,
      })
      return v.parse(Claims, payload)
    } catch {
      return null
    }
  }
}
