import { ScimError } from '@portico/rules/scim/error'
import type { FastifyRequest } from 'fastify'
import { refuseUnknown, type ScimCaller } from './caller.ts'
import type { ScimParts } from './parts.ts'
import { findToken, noteTokenUse } from './token-store.ts'

/** The caller, by the token. Throws 401 without a token that works for the brand, and 429 for an address that tries many. */
export async function authenticate(parts: ScimParts, request: FastifyRequest, brand: string): Promise<ScimCaller> {
  const { database, limits, ownOrigins, brands } = parts
  const now = new Date()
  const secret = /^Bearer ([\w.~+/-]{20,200}=*)$/i.exec(request.headers.authorization ?? '')?.[1]
  const token = secret === undefined ? null : await findToken(database.read, secret, brand)
  if (token === null) {
    if (await limits.isTokenLocked(request.address, now)) throw new ScimError(429, null, 'Too many wrong tokens.')
    if (secret !== undefined) await limits.reserveRequest('app-token', request.address, now)
    throw new ScimError(401, null, 'A token of this address is needed.')
  }
  if (!brands.all.some((one) => one.brand.code === brand)) throw refuseUnknown()
  await noteTokenUse(database.read, token, now)
  return {
    ...{ tokenId: token.token_id, audience: token.audience, invites: token.invites, brand, now },
    ...{ accountId: null, loginId: `SCIM ${token.name}`, sessionId: null, memberId: null, actor: null },
    base: `${ownOrigins.issuerFor(`${request.protocol}://${request.host}`)}/scim/${brand}/v2`,
    origin: { address: request.address, requestId: request.id },
  }
}
