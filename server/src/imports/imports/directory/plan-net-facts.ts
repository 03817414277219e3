import { timeOfUse } from '@portico/rules/fhir/in-force'
import type * as v from 'valibot'
import { isWeekday, type OpenTime } from '../../../care/finder/opening.ts'
import { saysNothing } from '../text.ts'
import type { Concept, Extended, Reference, Resource } from './plan-net-shapes.ts'

/** What Plan-Net resources say about a provider at a location. */

type Concepts = readonly v.InferOutput<typeof Concept>[]

export const listCodes = (concepts: Concepts) =>
  concepts.flatMap(({ coding = [] }) => coding.flatMap(({ code }) => code ?? []))
export const listWords = (concepts: Concepts) =>
  concepts
    .flatMap(({ coding = [], text: own }) => own ?? coding.flatMap(({ display }) => display ?? []))
    .filter((words) => words.trim() !== '' && !saysNothing(words))
const hasUrlEnding = (extension: Extended, name: string) =>
  extension.url?.endsWith(`/${name}`) || extension.url === name
export const within = (extensions: readonly Extended[], name: string) =>
  extensions.filter((one) => hasUrlEnding(one, name))

/** Specialty codes of the provider taxonomy. */
const isTaxonomy = (code: string) => /^[0-9]{3}[0-9A-Z]{6}X$/i.test(code)

/** Qualifications that a person holds on a day: not those that have ended, were revoked or have not begun. */
function listHeld({ qualification }: Resource, today: string) {
  return qualification.filter(({ period, extension }) => {
    const states = within(extension, 'practitioner-qualification')
      .flatMap((one) => within(one.extension ?? [], 'status'))
      .flatMap(({ valueCode }) => valueCode ?? [])
    return timeOfUse({ period }, today) === 0 && states.every((state) => state === 'active')
  })
}

/** Letters after a name: `MD`, `Pharm.D.`, `LCSW-R`. */
const isDegree = (text: string) =>
  /^[A-Za-z][A-Za-z.\-/ ]{1,11}$/.test(text) && /[A-Z].*[A-Z]/.test(text) && !/[a-z]{5}/.test(text)

/** The degrees of a person by their qualifications; null if none names one. Specialties are not degrees. */
export function findCredential(who: Resource, today: string): string | null {
  const letters = listHeld(who, today).flatMap(({ code }) => {
    const coding = (code?.coding ?? []).filter((one) => !isTaxonomy(one.code ?? ''))
    if ((code?.coding ?? []).length > coding.length) return []
    const said = [...coding.map((one) => one.code), ...coding.map(({ display }) => display), code?.text]
    return said.map((one) => one?.trim() ?? '').find(isDegree) ?? []
  })
  return joinLetters(letters)
}

const joinLetters = (letters: readonly string[]) => [...new Set(letters)].join(', ').slice(0, 40) || null

/** The parts of a name's suffix: those that belong to the name (`Jr.`), and degrees. */
export function findDegreesInName(suffix: readonly string[] = []): {
  readonly generation: string | null
  readonly credential: string | null
} {
  const all = suffix.map((one) => one.trim()).filter((one) => one !== '' && !saysNothing(one))
  const isGeneration = (one: string) => /^(?:jr|sr|ii|iii|iv|v|2nd|3rd|4th)\.?$/i.test(one)
  return {
    generation: all.find(isGeneration) ?? null,
    credential: joinLetters(all.filter((one) => !isGeneration(one))),
  }
}

/** Specialties in which a person is board certified, by their qualifications or by a role. */
export function listBoardCodes(who: Resource, resource: Resource, today: string): string[] {
  const ofRole = within(resource.extension, 'qualification').flatMap(({ extension = [] }) => {
    const period = within(extension, 'period')[0]?.valuePeriod
    const states = within(extension, 'status').flatMap(({ valueCode }) => valueCode ?? [])
    if (timeOfUse({ period }, today) !== 0 || states.some((state) => state !== 'active')) return []
    return within(extension, 'code').flatMap(({ valueCodeableConcept: is }) => (is ? [is] : []))
  })
  const ofPerson = listHeld(who, today).flatMap(({ code }) => (code === undefined ? [] : [code]))
  return listCodes([...ofRole, ...ofPerson]).filter(isTaxonomy)
}

/** Languages by their two-letter codes, null for each without one. A provider who cannot communicate in a language does not speak it. */
export function listLanguages(resources: readonly Resource[]): (string | null)[] {
  return resources.flatMap(({ communication }) =>
    communication
      .filter(({ extension }) => {
        const levels = within(extension, 'communication-proficiency').map(({ valueCodeableConcept: is }) => is)
        return !listCodes(levels.flatMap((is) => (is ? [is] : []))).includes('00')
      })
      .map(
        (concept) =>
          listCodes([concept])
            .map(toLanguage)
            .find((one) => one !== null) ?? null,
      ),
  )
}

/** `es` for `es`, `spa`, `es-MX`; null for a language without a two-letter code. */
export function toLanguage(code: string): string | null {
  try {
    const [language = ''] = Intl.getCanonicalLocales(code.trim()).map((one) => one.split('-')[0] ?? '')
    return language === 'fil' ? 'tl' : /^[a-z]{2}$/.test(language) ? language : null
  } catch {
    return null
  }
}

/** Plan-Net's codes for providers who take only existing patients, or also their families. */
const closedCodes: ReadonlySet<string> = new Set(['nopt', 'existptonly', 'existptfam'])

/**
 * Whether new patients are accepted, if known: the first resource that says so decides, unless it contradicts itself. A statement about one
 * network counts only there, and precedes one about all networks.
 */
export function findAccepting(
  resources: readonly Resource[],
  isNetwork: (reference: v.InferOutput<typeof Reference> | undefined) => boolean,
): boolean | null {
  const findNetwork = (one: Extended) => within(one.extension ?? [], 'fromNetwork')[0]?.valueReference
  for (const isMeant of [
    (one: Extended) => isNetwork(findNetwork(one)),
    (one: Extended) => findNetwork(one) === undefined,
  ])
    for (const { extension } of resources) {
      const codes = within(extension, 'newpatients')
        .filter(isMeant)
        .flatMap((one) => within(one.extension ?? [], 'acceptingPatients'))
        .flatMap(({ valueCodeableConcept: is }) => listCodes(is ? [is] : []))
      const [isOpen, isClosed] = [codes.includes('newpt'), codes.some((code) => closedCodes.has(code))]
      if (isOpen || isClosed) return isOpen === isClosed ? null : isOpen
    }
  return null
}

/** Opening hours, from the first resource that names days. The hours of a telephone are something else. */
export function findHours(resources: readonly Resource[]): OpenTime[] {
  for (const { availableTime, hoursOfOperation } of resources) {
    const times = [
      ...availableTime.map((one) => readTime(one, one.availableStartTime, one.availableEndTime)),
      ...hoursOfOperation.map((one) => readTime(one, one.openingTime, one.closingTime)),
    ].filter(({ days }) => days.length > 0)
    if (times.length > 0) return times
  }
  return []
}

function readTime(
  { daysOfWeek = [], allDay }: { readonly daysOfWeek?: string[] | undefined; readonly allDay?: boolean | undefined },
  from: string | undefined,
  to: string | undefined,
): OpenTime {
  const days = daysOfWeek.filter(isWeekday)
  if (allDay === true) return { days, from: '00:00', to: '24:00' }
  const [begins, ends] = [toMinute(from), toMinute(to)]
  return begins === null || ends === null ? { days, from: null, to: null } : { days, from: begins, to: ends }
}

/** `08:00` for `08:00:00`. */
function toMinute(time: string | undefined): string | null {
  return /^(?:[01]\d|2[0-4]):[0-5]\d/.exec(time ?? '')?.[0] ?? null
}
