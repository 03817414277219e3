import { type Context, listKeys } from './code-kinds.ts'
import { isRestricting, isSensitiveLabel } from './labels.ts'

/** What a resource says that may make it the patient's own (MP-14). */
export interface Marks {
  /** Whether a label anywhere in it restricts who may see it. */
  readonly labeled: boolean
  /** All its codes of care, as keys of tables of sensitive codes. */
  readonly codes: readonly string[]
  /** The days of the care; null: unknown. */
  readonly from: string | null
  readonly to: string | null
}

interface Place {
  readonly value: unknown
  readonly context: Context
  readonly isLabel: boolean
}

/** Extensions that carry a label on a part of a resource, such as DS4P's `extension-inline-sec-label`. */
const labelExtension = /sec(urity)?-?label|confidentiality|sensitivity/i

const contexts: Readonly<Record<string, Context>> = {
  diagnosis: 'diagnosis',
  reasonCode: 'diagnosis',
  procedure: 'procedure',
  packageCode: 'drg',
}

const contained: Readonly<Record<string, Context>> = { Condition: 'diagnosis', Procedure: 'procedure' }

/**
 * Looks for labels and codes in all of a resource: its lines, diagnoses and contained resources. Without recursion, because a file may nest
 * as deep as it likes.
 */
export function findMarks(resource: unknown): Marks {
  let labeled = false
  const codes = new Set<string>()
  const waiting: Place[] = [{ value: resource, context: null, isLabel: false }]
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { value, isLabel } = place
    if (Array.isArray(value)) {
      for (const item of value) waiting.push({ ...place, value: item })
    } else if (isObject(value)) {
      const context = findContext(value, place.context)
      if (isLabel ? isRestrictingIn(value) : isSensitiveLabel(value) || isRestrictingExtension(value)) labeled = true
      const { system, code } = value
      if (!isLabel && typeof code === 'string')
        for (const key of listKeys({ system: typeof system === 'string' ? system : '', code }, context)) codes.add(key)
      for (const key in value)
        if (typeof value[key] === 'object')
          waiting.push({
            value: value[key],
            context: contexts[key] ?? context,
            isLabel: isLabelAt(key, value, isLabel),
          })
    }
  }
  const { from, to } = readDays(resource)
  return { labeled, codes: [...codes], from, to }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function findContext(value: Readonly<Record<string, unknown>>, context: Context): Context {
  const { resourceType, category, code } = value
  if (typeof resourceType === 'string') return contained[resourceType] ?? context
  // A diagnosis-related group is supporting information of that category.
  return isObject(category) && code !== undefined && saysDrg(category) ? 'drg' : context
}

function saysDrg({ coding }: Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(coding) && coding.some((one) => isObject(one) && /drg/i.test(String(one.code)))
}

/** Whether a value at a label's place restricts; a concept is judged by its codings, if it has any. */
function isRestrictingIn(value: Readonly<Record<string, unknown>>): boolean {
  return !Array.isArray(value.coding) || value.coding.length === 0 ? isRestricting(value) : false
}

function isRestrictingExtension({ url, valueCode }: Readonly<Record<string, unknown>>): boolean {
  return (
    typeof valueCode === 'string' &&
    typeof url === 'string' &&
    labelExtension.test(url) &&
    isRestricting({ code: valueCode })
  )
}

/** Whether what stands at a key of an object is a label, or a list of labels. */
function isLabelAt(key: string, { url, coding }: Readonly<Record<string, unknown>>, isLabel: boolean): boolean {
  if (key === 'security' || key === 'securityLabel') return true
  if (key === 'valueCoding' || key === 'valueCodeableConcept')
    return typeof url === 'string' && labelExtension.test(url)
  return isLabel && key === 'coding' && coding !== undefined
}

/** The first and last day that a resource names as those of the care, or of its prescription. */
function readDays(resource: unknown): Pick<Marks, 'from' | 'to'> {
  if (!isObject(resource)) return { from: null, to: null }
  const lines = [resource.item, resource.addItem].flatMap((some) => (Array.isArray(some) ? some.filter(isObject) : []))
  const when = [
    ...listEdges(resource.billablePeriod),
    ...lines.flatMap((line) => [line.servicedDate, ...listEdges(line.servicedPeriod)]),
    ...[resource.authoredOn, resource.whenPrepared, resource.whenHandedOver],
  ]
  const days = when
    .flatMap((one) => (typeof one === 'string' && /^\d{4}-\d{2}-\d{2}/.test(one) ? one.slice(0, 10) : []))
    .sort()
  return { from: days[0] ?? null, to: days.at(-1) ?? null }
}

function listEdges(period: unknown): unknown[] {
  return isObject(period) ? [period.start, period.end] : []
}

/** A sensitive code, valid on some days; both edges count. */
export interface SensitiveCode {
  readonly key: string
  readonly begins: string
  readonly ends: string
}

/** Whether one of the codes was sensitive at the time of the care, or may have been. */
export function isAmong({ from, to }: Pick<Marks, 'from' | 'to'>, codes: readonly SensitiveCode[]): boolean {
  return codes.some(({ begins, ends }) => (to === null || to >= begins) && (from === null || from <= ends))
}
