import { isObject, readText, valuesAt } from './json.ts'
import { isCalendarDay } from './moments.ts'

/** What a list shows of a resource that we store as it came. */
export interface Summary {
  readonly title: string | null
  /** `yyyy-mm-dd` */
  readonly day: string | null
}

/** For a claim, what was done says more than its type; for a care plan, its title says more than its description. */
const titlePaths = [
  'title',
  ...['code', 'vaccineCode', 'medicationCodeableConcept', 'item.productOrService', 'type', 'category', 'class'],
  'description',
]
const dayPaths = [
  ...['billablePeriod.start', 'occurrenceDateTime', 'effectiveDateTime', 'effectivePeriod.start', 'performedDateTime'],
  ...['performedPeriod.start', 'whenHandedOver', 'authoredOn', 'onsetDateTime', 'recordedDate', 'period.start', 'date'],
  ...['created', 'issued', 'authored'],
]

/** Reads what a list shows of a resource; malformed values are left out. */
export function summarize(resource: unknown): Summary {
  const texts = [...listPlans(resource), ...titlePaths.flatMap((path) => valuesAt(resource, path).flatMap(listWords))]
  const days = dayPaths.flatMap((path) => valuesAt(resource, path).flatMap((one) => readDay(one) ?? []))
  return {
    // Never half of a surrogate pair, which no database accepts.
    title: texts[0]?.slice(0, 200).replace(/[\uD800-\uDBFF]$/, '') ?? null,
    day: days[0] ?? null,
  }
}

/** What a coverage calls its plan; its type is often a bare code such as `medical`. */
function listPlans(resource: unknown): string[] {
  const classes = valuesAt(resource, 'class').filter((one) => valuesAt(one, 'type.coding.code').includes('plan'))
  return classes.flatMap((one) => valuesAt(one, 'name').flatMap((name) => readText(name) ?? []))
}

function listWords(value: unknown): string[] {
  const own = isObject(value) ? [value.text, ...valuesAt(value, 'coding.display'), value.display] : [value]
  return own.flatMap((one) => readText(one) ?? [])
}

function readDay(value: unknown): string | null {
  const day = /^(\d{4}-\d\d-\d\d)/.exec(readText(value) ?? '')?.[1]
  return day !== undefined && isCalendarDay(day) && day > '0002' ? day : null
}
