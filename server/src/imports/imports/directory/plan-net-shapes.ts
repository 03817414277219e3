import * as v from 'valibot'
import { parseCatalogResource, refuseOversized } from '../fhir/bounds.ts'
import { Refused } from '../refused.ts'
import { cutText } from '../text.ts'

/** A longer text is cut: no real name is this long, and a text that nobody sees must not cost a provider. */
const words = v.pipe(
  v.string(),
  v.transform((said) => cutText(said, 2000)),
)
const text = v.optional(words)
/** A number, or another text of digits that some files write without quotes. An unreadable one is left out. */
const digits = v.fallback(
  v.optional(v.union([words, v.pipe(v.number(), v.safeInteger(), v.transform(String))])),
  undefined,
)
/** A ZIP code, which some files write as a number. */
const zip = v.optional(v.union([words, v.pipe(v.number(), v.safeInteger(), v.transform(String))]))
export const Reference = v.object({
  reference: text,
  display: text,
  identifier: v.optional(v.object({ system: text, value: digits })),
})
export const Concept = v.object({
  coding: v.optional(v.array(v.object({ code: text, display: text, system: text }))),
  text,
})
const Period = v.object({ start: text, end: text })
const Extension: v.GenericSchema<Extended> = v.object({
  url: text,
  valueReference: v.optional(Reference),
  valueCode: text,
  valueBoolean: v.optional(v.boolean()),
  valueCodeableConcept: v.optional(Concept),
  valuePeriod: v.optional(Period),
  extension: v.optional(v.lazy(() => v.array(Extension))),
}) as never
export interface Extended {
  readonly url?: string | undefined
  readonly valueReference?: v.InferOutput<typeof Reference> | undefined
  readonly valueCode?: string | undefined
  readonly valueBoolean?: boolean | undefined
  readonly valueCodeableConcept?: v.InferOutput<typeof Concept> | undefined
  readonly valuePeriod?: v.InferOutput<typeof Period> | undefined
  readonly extension?: readonly Extended[] | undefined
}
/** When something is valid. */
const dated = { use: text, period: v.optional(Period) }
const Telecom = v.object({
  ...dated,
  system: text,
  value: digits,
  rank: v.fallback(v.optional(v.number()), undefined),
  extension: v.optional(v.array(Extension)),
})
/** Decimal degrees, which some files write as text. */
const degrees = v.union([v.number(), v.pipe(v.string(), v.decimal(), v.transform(Number))])
const Address = v.object({ text, line: v.optional(v.array(words)), city: text, state: text, postalCode: zip })

/** For dispensable lists: a malformed list counts as empty. */
const spare = <Item extends v.GenericSchema>(item: Item) => v.fallback(v.optional(v.array(item), []), [])
const boolean = v.optional(v.boolean())
const texts = v.optional(v.array(words))

/** Fields not listed here are dropped: every referenced resource is held in memory. */
const Any = v.object({
  resourceType: v.string(),
  id: v.pipe(v.string(), v.maxLength(200)),
  meta: v.fallback(v.optional(v.object({ lastUpdated: text, versionId: text })), undefined),
  extension: v.optional(v.array(Extension), []),
  identifier: v.optional(v.array(v.object({ ...dated, system: text, value: digits })), []),
  contained: v.optional(v.array(v.unknown()), []),
  active: v.optional(v.boolean()),
  status: text,
  name: v.optional(v.union([words, v.array(v.object({ ...dated, text, family: text, given: texts, suffix: texts }))])),
  gender: text,
  type: v.optional(v.union([v.array(Concept), Concept])),
  telecom: v.optional(v.array(Telecom), []),
  address: v.optional(v.union([v.array(Address), Address])),
  // Unreadable coordinates are left out: those of the ZIP code apply.
  position: v.fallback(v.optional(v.object({ latitude: degrees, longitude: degrees })), undefined),
  qualification: spare(
    v.object({ code: v.optional(Concept), period: v.optional(Period), extension: v.optional(v.array(Extension), []) }),
  ),
  communication: spare(v.object({ ...Concept.entries, extension: v.optional(v.array(Extension), []) })),
  /** The purpose of an affiliation, and the kind of service. */
  code: spare(Concept),
  category: spare(Concept),
  specialty: v.optional(v.array(Concept), []),
  location: v.optional(v.array(Reference), []),
  network: v.optional(v.array(Reference), []),
  healthcareService: v.optional(v.array(Reference), []),
  practitioner: v.optional(Reference),
  organization: v.optional(Reference),
  participatingOrganization: v.optional(Reference),
  providedBy: v.optional(Reference),
  partOf: v.optional(Reference),
  availableTime: spare(
    v.object({ daysOfWeek: texts, allDay: boolean, availableStartTime: text, availableEndTime: text }),
  ),
  hoursOfOperation: spare(v.object({ daysOfWeek: texts, allDay: boolean, openingTime: text, closingTime: text })),
  period: v.optional(Period),
  /** The networks for a kind of care of a plan. */
  coverage: spare(v.object({ network: v.optional(v.array(Reference), []) })),
  plan: v.optional(
    v.array(
      v.object({
        identifier: v.optional(v.array(v.object({ value: digits })), []),
        network: v.optional(v.array(Reference), []),
      }),
    ),
    [],
  ),
})
export type Resource = v.InferOutput<typeof Any>

/** Parses a Plan-Net resource. Throws Refused. */
export function parsePlanNet(json: string): Resource {
  const parsed = parseCatalogResource(json)
  refuseOversized(parsed, json.length)
  return readPlanNet(parsed)
}

/** Reads a Plan-Net resource from a value, such as a contained resource. Throws Refused. */
export function readPlanNet(value: unknown): Resource {
  const read = v.safeParse(Any, value)
  if (read.success) return read.output
  const [issue] = read.issues
  throw new Refused(v.getDotPath(issue) ?? '', 'is not as FHIR R4 has it')
}
