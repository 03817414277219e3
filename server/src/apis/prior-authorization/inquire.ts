import { isAsked, listOwnNpis, readInquiry, toClaimResponse } from '@portico/rules/authorizations/inquiry'
import { isObject, type JsonObject } from '@portico/rules/fhir/json'
import { foldText } from '@portico/rules/fhir/search-values'
import { type AuditContext, audit } from '../../platform/audit/store.ts'
import type { Database, Reader } from '../../platform/db/database.ts'
import type { SystemAccess } from '../fhir/access.ts'
import { FhirError } from '../fhir/outcome.ts'
import { findCandidates, findPartiesWith, listServedAuthorizations } from './store.ts'

/**
 * Answers what became of an organization's own requests for approval, from what is held (OS-56). Only what it asked for itself is told: a
 * member that there is not, one who is called otherwise, and one for whom it asked nothing get the same answer.
 */
export async function inquire(
  database: Database,
  access: SystemAccess,
  bundle: unknown,
  context: AuditContext,
): Promise<string> {
  const asked = readInquiry(bundle)
  if (typeof asked === 'string')
    throw new FhirError(422, 'invalid', 'The inquiry lacks something, or has it in another form.', {
      expression: asked,
    })
  const npis = asked.npis.filter((npi) => access.organization.npis.includes(npi))
  if (npis.length === 0)
    throw new FhirError(403, 'forbidden', 'The provider of the request is not of your organization.')
  const found = await database.transaction(async (tx) => {
    const candidates = await findCandidates(tx, {
      brand: access.brand,
      numbers: asked.memberNumbers,
      birthDate: asked.birthDate,
    })
    const [member, ...others] = candidates.filter(({ lastName }) => foldText(lastName) === foldText(asked.familyName))
    if (member === undefined || others.length > 0) return []
    const held = (await listServedAuthorizations(tx, member.memberId)).map((body) => JSON.parse(body) as JsonObject)
    const own = (await keepOwn(tx, access.brand, held, npis)).filter((one) => isAsked(one, asked))
    const event = { action: 'authorization.inquire', recordType: 'app', recordId: access.clientId }
    if (own.length > 0) await audit(tx, null, { ...event, memberId: member.memberId }, context)
    return own
  })
  return buildAnswer(found, context.now)
}

/** Those that were asked for by whom these NPIs name. */
async function keepOwn(
  db: Reader,
  brand: string,
  held: readonly JsonObject[],
  npis: readonly string[],
): Promise<JsonObject[]> {
  const refer = ({ provider }: JsonObject) => (isObject(provider) ? String(provider.reference ?? '') : '')
  const parties = await findPartiesWith(db, brand, { references: held.map(refer), npis })
  return held.filter((one) => parties.has(refer(one)) || listOwnNpis(one.provider).some((npi) => npis.includes(npi)))
}

function buildAnswer(found: readonly JsonObject[], now: Date): string {
  return JSON.stringify({
    resourceType: 'Bundle',
    type: 'collection',
    timestamp: now.toISOString(),
    entry: found.map((one) => ({ fullUrl: `urn:uuid:${String(one.id)}`, resource: toClaimResponse(one) })),
  })
}
