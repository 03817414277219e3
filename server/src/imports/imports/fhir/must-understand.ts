import { Refused } from '../refused.ts'

/**
 * Refuses a resource that a reader must not use without understanding it (FHIR R4, "Modifier Extensions" and `implicitRules`): a modifier
 * extension may negate what is beside it. Throws Refused.
 */
export function refuseNotUnderstood(json: unknown, text: string): void {
  if (!text.includes('modifierExtension') && !text.includes('implicitRules')) return
  const waiting: { readonly value: unknown; readonly path: string }[] = [{ value: json, path: '' }]
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { value, path } = place
    if (!isObject(value)) continue
    for (const [key, one] of Object.entries(value)) {
      const at = path === '' ? key : `${path}.${key}`
      if (key === 'modifierExtension' && (Array.isArray(one) ? one.length > 0 : isObject(one)))
        throw new Refused(at, 'changes the meaning of what it stands in, and is not known here')
      if (key === 'implicitRules' && typeof one === 'string' && one !== '')
        throw new Refused(at, 'is by rules that are not known here')
      waiting.push({ value: one, path: at })
    }
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
