import { parseExact, writeExact } from './exact.ts'
import { isObject, type Json, type JsonObject, readText } from './json.ts'

/** Elements of claims and coverages that are about money alone. */
const moneyElements = new Set([
  ...['total', 'payment', 'benefitBalance', 'unitPrice', 'net', 'factor', 'costToBeneficiary', 'fundsReserve'],
  ...['fundsReserveRequested', 'benefitPeriod', 'accidentAmount'],
])

/**
 * A claim, approval or coverage as providers and other plans get it: the Basis form, without any amount, what was paid, or what the member
 * pays (OS-54). Reasons and reviews of a decision stay, amounts of it go.
 */
export function toBasis(text: string): string {
  const source = parseExact(text)
  if (!isObject(source)) return text
  const { meta, ...rest } = source
  const { resourceType, id, ...content } = withoutMoney(rest)
  return writeExact({ resourceType, id, ...(isObject(meta) && { meta: asBasis(meta) }), ...content })
}

function withoutMoney(value: JsonObject): JsonObject {
  const kept: Record<string, Json> = {}
  for (const [name, one] of Object.entries(value)) {
    if (one === undefined || moneyElements.has(name) || isMoney(one)) continue
    const made = Array.isArray(one) ? one.flatMap(cleanPart) : isObject(one) ? withoutMoney(one) : one
    if (!(Array.isArray(made) && made.length === 0)) kept[name] = made
  }
  return kept
}

/** A decision with an amount goes whole: its category says what the amount was. */
function cleanPart(part: Json): Json[] {
  if (!isObject(part)) return [part]
  if (
    part.valueMoney !== undefined ||
    Object.entries(part).some(([name, one]) => name.startsWith('value') && isMoney(one))
  )
    return []
  // Its currency may be left out.
  if (part.amount !== undefined || part.allowedMoney !== undefined || part.usedMoney !== undefined) return []
  return [withoutMoney(part)]
}

function isMoney(value: unknown): boolean {
  return isObject(value) && value.value !== undefined && readText(value.currency) !== undefined
}

/** Profiles with amounts are not claimed for what has none. */
function asBasis(meta: JsonObject): JsonObject {
  const { profile, ...more } = meta
  const claimed = [profile ?? []].flat().flatMap((one) => {
    const [url = ''] = String(one).split('|')
    if (/C4BB-ExplanationOfBenefit-/.test(url)) return [`${url}-Basis|2.1.0`]
    return /C4BB-Coverage|davinci-pdex/.test(url) ? [] : [String(one)]
  })
  return { ...more, ...(claimed.length > 0 && { profile: claimed }) }
}

/** Whether an approval was refused: other plans do not get those (OS-53). */
export function isDeniedAuthorization(text: string): boolean {
  return (
    text.includes('"preauthorization"') &&
    (/"code":"A3"/.test(text) || /"reason":\{[^{}]*\[?\{?[^{}]*"denied"/.test(text))
  )
}
