import type { Organization } from '@portico/rules/apps/system'
import { isObject, type JsonObject, readText, valuesAt } from '@portico/rules/fhir/json'
import { FhirError } from '../outcome.ts'

/** A member as another organization describes them, with its permission for their data. */
export interface MemberBundle {
  readonly patient: JsonObject
  readonly coverage: JsonObject
  /** The member's consent, or the attestation of those who treat them; null: none. */
  readonly consent: JsonObject | null
}

/** Maximum number of members in one request. */
const maxBundles = 1000

/** The members in a bulk match. Throws for anything that does not follow the guide. */
export function readBundles(body: unknown): MemberBundle[] {
  const bundles = listParameters(body).filter(({ name }) => name === 'MemberBundle')
  if (bundles.length === 0) throw new FhirError(400, 'invalid', 'There is no MemberBundle.')
  if (bundles.length > maxBundles) throw new FhirError(413, 'too-long', `More than ${maxBundles} members.`)
  return bundles.map(({ part }) => readBundle([part ?? []].flat()))
}

/** The member in a single match. */
export function readSingle(body: unknown): MemberBundle {
  return readBundle(listParameters(body))
}

function listParameters(body: unknown): readonly JsonObject[] {
  if (!isObject(body) || body.resourceType !== 'Parameters')
    throw new FhirError(400, 'invalid', 'The body is Parameters.')
  return [body.parameter ?? []].flat().filter(isObject)
}

function readBundle(parts: readonly unknown[]): MemberBundle {
  const findPart = (name: string, type: string) => {
    const some = parts.filter(isObject).filter((part) => part.name === name)
    const [part, ...more] = some
    if (more.length > 0) throw new FhirError(400, 'invalid', `${name} is given more than once.`)
    return isObject(part?.resource) && part.resource.resourceType === type ? part.resource : null
  }
  const [patient, coverage] = [findPart('MemberPatient', 'Patient'), findPart('CoverageToMatch', 'Coverage')]
  if (patient === null || coverage === null)
    throw new FhirError(400, 'invalid', 'A member has a MemberPatient and a CoverageToMatch.')
  return { patient, coverage, consent: findPart('Consent', 'Consent') }
}

/** The numbers on the member's card, from the coverage. */
export function listCardNumbers({ coverage }: MemberBundle): string[] {
  const numbers = [coverage.subscriberId, ...valuesAt(coverage, 'identifier.value')]
  return [...new Set(numbers.flatMap((one) => readText(one)?.slice(0, 100) ?? []))].slice(0, 4)
}

/** Until when a consent or attestation that names the organization is in force; null: there is none. */
export function findPermission(
  { consent }: MemberBundle,
  organization: Organization,
  now: Date,
): { readonly endsAt: Date | null } | null {
  if (consent === null || consent.status !== 'active' || !isObject(consent.provision)) return null
  const { provision } = consent
  if (provision.type !== 'permit') return null
  const { start, end } = isObject(provision.period) ? provision.period : {}
  const [startsAt, endsAt] = [toMoment(start, '00:00:00'), toMoment(end, '23:59:59')]
  if ((startsAt !== null && startsAt > now) || (endsAt !== null && endsAt <= now)) return null
  // A member's consent must have an end, so that it cannot last forever.
  if (organization.kind === 'payer' && endsAt === null) return null
  const named = [
    ...valuesAt(provision, 'actor.reference.identifier.value'),
    ...(organization.kind === 'provider'
      ? [...valuesAt(consent, 'performer.identifier.value'), ...valuesAt(consent, 'organization.identifier.value')]
      : []),
  ]
  const own = [...organization.npis, ...(organization.naic === null ? [] : [organization.naic])]
  return named.some((one) => own.includes(String(one))) ? { endsAt } : null
}

function toMoment(value: unknown, time: string): Date | null {
  const text = readText(value)
  if (text === undefined) return null
  const moment = new Date(text.length === 10 ? `${text}T${time}Z` : text)
  return Number.isNaN(moment.getTime()) ? new Date(0) : moment
}
