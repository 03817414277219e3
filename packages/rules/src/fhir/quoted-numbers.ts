import { exactNumber } from './exact.ts'
import type { Json, JsonObject } from './json.ts'

/** Elements whose values are numbers wherever they stand, besides those whose names say so. */
const numberElements: ReadonlySet<string> = new Set([
  ...['sequence', 'factor', 'precedence', 'order', 'rank', 'noteNumber', 'groupSize', 'numberOfRepeatsAllowed'],
  ...['latitude', 'longitude', 'altitude', 'frequency', 'frequencyMax', 'period', 'periodMax', 'count', 'countMax'],
  ...['duration', 'durationMax', 'offset', 'multipleBirthInteger', 'size'],
])
const numberNames = /Sequence$|^(?:value|allowed|used)(?:Decimal|Integer|PositiveInt|UnsignedInt)$/

/** Elements whose part `value` is a number: an amount, a quantity, or an adjudication. */
const withNumber =
  /^(?:amount|net|unitPrice|quantity|adjustment|adjudication|cost|value|low|high|numerator|denominator)$|(?:Quantity|Money|Age|Duration|Count|Distance|Amount|Supply)$/

/** Whether FHIR wants a number for an element of an object, which itself is the element `of`. */
function isNumber(name: string, object: JsonObject, of: string): boolean {
  if (name === 'value') return 'currency' in object || withNumber.test(of)
  return numberElements.has(name) || numberNames.test(name) || (name === 'number' && of === 'processNote')
}

/**
 * A value as it is served: some systems write numbers in quotes, which FHIR does not allow (OS-20). An ambiguous text stays as it is;
 * undefined if it is empty, and so no number.
 */
export function unquoteNumber(one: Json, name: string, object: JsonObject, of: string): Json | undefined {
  if (typeof one !== 'string' || !isNumber(name, object, of)) return one
  const written = one.trim()
  if (written === '') return undefined
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(written) ? (exactNumber(written) as Json) : one
}
