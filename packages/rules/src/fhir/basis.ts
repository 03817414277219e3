import { parseExact, writeExact } from './exact.ts'
import { isObject, type Json, type JsonObject, readText } from './json.ts'

/** The types that contain amounts. */
export const basisTypes: readonly string[] = ['ExplanationOfBenefit', 'Coverage']

/** Elements of claims and coverages that contain nothing but money. */
const moneyElements = new Set([
  ...['total', 'payment', 'benefitBalance', 'unitPrice', 'net', 'factor', 'costToBeneficiary', 'fundsReserve'],
  ...['fundsReserveRequested', 'benefitPeriod', 'accidentAmount'],
])

/**
 * A claim, authorization or coverage as providers and other plans get it: the Basis form, without amounts, payments, or what the member
 * pays (OS-54). Reasons and reviews of a decision stay, its amounts go. We store it beside the whole: whoever changes what it leaves
 * out must empty `fhir_resource.basis` in a migration, so that it is rebuilt.
 */
export function toBasis(text: string): string {
  const source = parseExact(text)
  if (!isObject(source)) return text
  const { meta, ...rest } = source
  const { resourceType, id, ...content } = withoutMoney(rest)
  return writeExact({ resourceType, id, ...(isObject(meta) && { meta: asBasis(meta) }), ...content })
}

/** What is left of a resource, without `meta`. */
export function withoutMoney(value: JsonObject): JsonObject {
  const kept: Record<string, Json> = {}
  for (const [name, one] of Object.entries(value)) {
    if (one === undefined || moneyElements.has(name) || isMoney(one)) continue
    const made = Array.isArray(one) ? one.flatMap(cleanPart) : isObject(one) ? withoutMoney(one) : one
    if (!(Array.isArray(made) && made.length === 0)) kept[name] = made
  }
  return kept
}

/** An adjudication with an amount goes entirely: its category alone would say what the amount was. */
function cleanPart(part: Json): Json[] {
  if (!isObject(part)) return [part]
  if (
    part.valueMoney !== undefined ||
    Object.entries(part).some(([name, one]) => name.startsWith('value') && isMoney(one))
  )
    return []
  // The amount may lack its currency.
  if (part.amount !== undefined || part.allowedMoney !== undefined || part.usedMoney !== undefined) return []
  return [withoutMoney(part)]
}

function isMoney(value: unknown): boolean {
  return isObject(value) && value.value !== undefined && readText(value.currency) !== undefined
}

/** A resource without amounts must not claim a profile that has amounts. */
function asBasis(meta: JsonObject): JsonObject {
  const { profile, ...more } = meta
  const claimed = listBasisProfiles([profile ?? []].flat().map(String))
  return { ...more, ...(claimed.length > 0 && { profile: claimed }) }
}

/** The profiles to claim in place of the ones with amounts. */
export function listBasisProfiles(profiles: readonly string[]): string[] {
  return profiles.flatMap((one) => {
    const [url = ''] = one.split('|')
    if (/C4BB-ExplanationOfBenefit-/.test(url)) return [`${url}-Basis|2.1.0`]
    return /C4BB-Coverage|davinci-pdex/.test(url) ? [] : [one]
  })
}

/** Whether an authorization was denied: other plans do not get those (OS-53). */
export function isDeniedAuthorization(text: string): boolean {
  return (
    text.includes('"preauthorization"') &&
    (/"code":"A3"/.test(text) || /"reason":\{[^{}]*\[?\{?[^{}]*"denied"/.test(text))
  )
}
