import { type Inquiry, isAsked, listOwnNpis, readInquiry, toClaimResponse } from '@portico/rules/authorizations/inquiry'
import { isObject, type JsonObject } from '@portico/rules/fhir/json'
import { foldText } from '@portico/rules/fhir/search-values'
import { type AuditContext, audit } from '../../platform/audit/store.ts'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { SystemAccess } from '../fhir/access.ts'
import { FhirError } from '../fhir/outcome.ts'
import { type Candidate, findCandidates, findPartiesWith, listServedAuthorizations } from './store.ts'

/**
 * Answers an inquiry about an organization's own prior authorization requests, from stored data (OS-56). It reveals only what the
 * organization itself requested: an unknown member, one with another name, and one for whom it requested nothing get the same answer.
 */
export async function inquire(tx: Tx, access: SystemAccess, bundle: unknown, context: AuditContext): Promise<string> {
  const asked = readInquiry(bundle)
  if (typeof asked === 'string') throw refuseInquiry(asked)
  const npis = requireOwnNpis(access, asked.npis)
  const member = await findAsked(tx, access.brand, asked)
  if (member === null) return buildAnswer([], context.now)
  const held = (await listServedAuthorizations(tx, member.memberId)).map((body) => JSON.parse(body) as JsonObject)
  const own = (await keepOwn(tx, access.brand, held, npis)).filter((one) => isAsked(one, asked))
  const event = { action: 'authorization.inquire', recordType: 'app', recordId: access.clientId }
  if (own.length > 0) await audit(tx, null, { ...event, memberId: member.memberId }, context)
  return buildAnswer(own.map(toClaimResponse), context.now)
}

/** The refusal that names what an inquiry or a request lacks. */
export function refuseInquiry(expression: string): FhirError {
  return new FhirError(422, 'invalid', 'The Bundle lacks something, or has it in another form.', { expression })
}

/** Those of the NPIs that belong to the organization. Throws 403 for none. */
export function requireOwnNpis(access: SystemAccess, npis: readonly string[]): string[] {
  const own = npis.filter((npi) => access.organization.npis.includes(npi))
  if (own.length === 0)
    throw new FhirError(403, 'forbidden', 'The provider of the request is not of your organization.')
  return own
}

/** The member who is meant; null: there is none, there are several, or the name differs. */
export async function findAsked(
  db: Reader,
  brand: string,
  asked: Pick<Inquiry, 'memberNumbers' | 'birthDate' | 'familyName'>,
): Promise<Candidate | null> {
  const { memberNumbers: numbers, birthDate, familyName } = asked
  const candidates = await findCandidates(db, { brand, numbers, birthDate })
  const [member, ...others] = candidates.filter(
    ({ firstName, lastName }) => foldText(lastName || firstName) === foldText(familyName),
  )
  return member === undefined || others.length > 0 ? null : member
}

/** Prior authorizations requested by the providers with these NPIs. */
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

/** A PAS Bundle with the answers to requests. */
export function buildAnswer(responses: readonly JsonObject[], now: Date): string {
  return JSON.stringify({
    resourceType: 'Bundle',
    type: 'collection',
    timestamp: now.toISOString(),
    entry: responses.map((one) => ({ fullUrl: `urn:uuid:${String(one.id)}`, resource: one })),
  })
}
