import { accessScopes } from '@portico/rules/people/access'
import { ROLES } from '@portico/rules/roles'
import { jwtVerify, SignJWT } from 'jose'
import { v7 as uuidv7 } from 'uuid'
import * as v from 'valibot'
import type { Principal } from '../../platform/http/principal.ts'
import { signingAlgorithm } from './key-set.ts'
import type { TokenKeys } from './token-keys.ts'

/** The audience of access tokens: this portal's calls. */
const tokenAudience = 'portico'

const cachedTokens = 5_000

const Claims = v.object({
  sub: v.string(),
  uid: v.string(),
  sid: v.string(),
  mid: v.optional(v.string()),
  role: v.picklist(ROLES),
  brand: v.string(),
  /** The person acting for the subject (RFC 8693 section 4.1). */
  act: v.optional(v.object({ sub: v.string(), uid: v.string() })),
  /** What the subject may see of the member whose information they view (RG-3). */
  viewing: v.optional(v.array(v.picklist(accessScopes))),
  iss: v.string(),
  exp: v.number(),
})

export interface TokenRequest {
  readonly now: Date
  /** Our origin where the token was requested. */
  readonly issuer: string
  readonly clientId: string
}

/** Access tokens: short-lived signed statements about the caller (SI-11, RFC 9068). The decoded token contains `uid`. */
export interface AccessTokens {
  issue(principal: Principal, issuing: TokenRequest): Promise<{ readonly token: string; readonly expiresIn: number }>
  /** Null for anything but an unexpired token of ours. Does not check whether the session is still live. */
  read(token: string, now: Date): Promise<Principal | null>
}

interface Known {
  readonly principal: Principal
  readonly expiresAtMs: number
  readonly kid: string
}

export function createAccessTokens(options: {
  readonly keys: TokenKeys
  readonly lifetimeS: number
  /** Whether an issuer is one of our own origins. */
  readonly isIssuer: (issuer: string) => boolean
}): AccessTokens {
  const { keys, lifetimeS, isIssuer } = options
  // A page sends the same token many times: one signature check is enough until the token or its key expires.
  const known = new Map<string, Known>()
  return {
    issue: async (principal, { now, issuer, clientId }) => {
      const issuedAt = Math.floor(now.getTime() / 1000)
      const { accountId, loginId, sessionId, memberId, role, brand, actor, scopes } = principal
      const { kid, privateKey } = await keys.findSigningKey(now)
      const token = await new SignJWT({
        uid: loginId,
        sid: sessionId,
        ...(memberId && { mid: memberId }),
        role,
        brand,
        client_id: clientId,
        ...(actor && { act: { sub: actor.accountId, uid: actor.loginId } }),
        ...(scopes && { viewing: scopes }),
      })
        .setProtectedHeader({ alg: signingAlgorithm, kid, typ: 'at+jwt' })
        .setJti(uuidv7())
        .setIssuer(issuer)
        .setAudience(tokenAudience)
        .setSubject(accountId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + lifetimeS)
        .sign(privateKey)
      return { token, expiresIn: lifetimeS }
    },
    read: async (token, now) => {
      const cached = known.get(token)
      if (cached) return cached.expiresAtMs > now.getTime() && keys.has(cached.kid) ? cached.principal : null
      const read = await verify(token, now)
      if (read === null) return null
      const oldest = known.keys().next()
      if (known.size >= cachedTokens && !oldest.done) known.delete(oldest.value)
      known.set(token, read)
      return read.principal
    },
  }

  async function verify(token: string, now: Date): Promise<Known | null> {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, findKey, {
        algorithms: [signingAlgorithm],
        audience: tokenAudience,
        typ: 'at+jwt',
        currentDate: now,
      })
      const claims = v.parse(Claims, payload)
      if (!isIssuer(claims.iss)) return null
      const principal: Principal = {
        accountId: claims.sub,
        loginId: claims.uid,
        sessionId: claims.sid,
        memberId: claims.mid ?? null,
        role: claims.role,
        brand: claims.brand,
        actor: claims.act ? { accountId: claims.act.sub, loginId: claims.act.uid } : null,
        scopes: claims.viewing ?? null,
      }
      return { principal, expiresAtMs: claims.exp * 1000, kid: protectedHeader.kid ?? '' }
    } catch {
      return null
    }
  }

  async function findKey({ kid = '' }: { readonly kid?: string | undefined }) {
    const key = await keys.findVerifyingKey(kid)
    if (key === null) throw new Error('signed by no key of ours')
    return key
  }
}
