import { findSpecialties } from '@portico/rules/finder/specialties'
import { findStateCode } from '@portico/rules/finder/us-states'
import * as v from 'valibot'
import { type DirectoryEntry, isNpi } from '../../../care/finder/entry.ts'
import { cutTime, day, zipCode } from '../csv/cell-types.ts'
import { PlanId, readParts, years } from '../formulary/exchange.ts'
import type { Warn } from '../machine.ts'
import { Refused } from '../refused.ts'
import { cleanLine, cutText, joinName, saysNothing } from '../text.ts'
import { mendZip } from '../zip-codes.ts'
import { findLanguage } from './languages.ts'
import { findDegreesInName } from './plan-net-facts.ts'

type Said = Readonly<Record<string, unknown>>
type LeaveOut = (part: string, reason: string) => void
type Place = Pick<DirectoryEntry, 'address' | 'city' | 'state' | 'phone'> & { readonly zip: string }

/** What an entry says about a provider at every location. */
type Facts = Pick<DirectoryEntry, 'npi' | 'kind' | 'name' | 'credential' | 'gender' | 'specialties' | 'specialtyName'> &
  Pick<DirectoryEntry, 'languages' | 'accepting' | 'verifiedOn'>

/** A provider in the exchange's JSON, without the wrong parts. */
export interface ExchangeProvider {
  readonly facts: Facts
  readonly places: readonly Place[]
  readonly plans: readonly ExchangeCovering[]
  readonly wrong: readonly Refused[]
}

const Covering = v.object({
  plan_id: v.pipe(v.string('must be a text: a plan is named by its id'), PlanId, v.maxLength(60)),
  network_tier: v.pipe(
    v.string('must be a text: the tier of a network has a name'),
    v.transform(cleanLine),
    v.nonEmpty(),
  ),
  years,
})
/** A tier of a plan's network that includes a provider, and in which years; none: always. */
export interface ExchangeCovering {
  readonly plan_id: string
  readonly network_tier: string
  readonly years?: readonly number[] | null
}

/** The most locations, plans or words of an entry: many times what real entries have. */
const maxParts = 5000

const isObject = (one: unknown): one is Said => typeof one === 'object' && one !== null && !Array.isArray(one)

/** A text on one line, also from a number; null if it says nothing. */
function say(said: unknown, max: number): string | null {
  const text = typeof said === 'string' ? cleanLine(said) : typeof said === 'number' ? String(said) : ''
  return text === '' || saysNothing(text) ? null : cutText(text, max)
}

/** The parts of a list; a single entry may come without one. */
function listParts(said: unknown, path: string): readonly unknown[] {
  if (isObject(said)) return [said]
  if (!Array.isArray(said)) throw new Refused(path, 'is not a list')
  if (said.length > maxParts) throw new Refused(path, `has more than ${maxParts} parts`)
  return said
}

/** The words of a list, or of a single text. */
const listWords = (said: unknown, path: string) =>
  listParts(said == null ? [] : Array.isArray(said) ? said : [said], path).flatMap((one) => say(one, 200) ?? [])

/** The NPI of an entry; null: it has none, or an invalid one. */
export function readNpi(entry: unknown): string | null {
  const npi = isObject(entry) ? say(entry.npi, 20) : null
  return npi !== null && isNpi(npi) ? npi : null
}

/** Reads a provider in the exchange's schema. Throws Refused. */
export function readExchangeProvider(entry: unknown, leaveOut: LeaveOut, warn: Warn): ExchangeProvider {
  if (!isObject(entry)) throw new Refused('', 'is no provider')
  const said = entry
  const { read: plans, wrong: wrongPlans } = readParts(Covering, listParts(said.plans, 'plans'), 'plans')
  const type = say(said.type, 20)?.toUpperCase()
  if (type !== 'INDIVIDUAL' && type !== 'FACILITY') throw new Refused('type', 'is neither INDIVIDUAL nor FACILITY')
  const isPerson = type === 'INDIVIDUAL'
  const wrong: Refused[] = []
  const places = listParts(said.addresses, 'addresses').flatMap((one, at) => {
    const place = readPlace(one, `addresses.${at}`, warn)
    if (!(place instanceof Refused)) return [place]
    wrong.push(place)
    return []
  })
  if (places.length + wrong.length === 0) throw new Refused('addresses', 'names no place')
  const npi = readNpi(said)
  if (npi === null && say(said.npi, 20) !== null) leaveOut('NPI', 'is not ten digits with their check digit')
  const facts = {
    npi,
    ...(isPerson ? readPerson(said, leaveOut) : readFacility(said)),
    accepting: readAccepting(said.accepting, leaveOut),
    verifiedOn: readDay(said.last_updated_on, leaveOut),
  }
  return { facts, places, plans, wrong: [...wrong, ...wrongPlans] }
}

function readPerson(said: Said, leaveOut: LeaveOut) {
  const parts = isObject(said.name) ? said.name : {}
  const [first, middle, last, suffix] = ['first', 'middle', 'last', 'suffix'].map((part) => say(parts[part], 200))
  const behind = findDegreesInName(suffix ? [suffix] : [])
  const plain = joinName([first, middle, last].map((part) => part ?? undefined))
  if (plain === '') throw new Refused('name', 'is empty')
  const words = listWords(said.specialty ?? said.speciality, 'specialty')
  return {
    kind: 'individual' as const,
    name: cutText([plain, behind.generation].filter(Boolean).join(' '), 200),
    credential: behind.credential,
    gender: genders.get(say(said.gender, 20)?.toLowerCase() ?? '') ?? null,
    specialties: findSpecialties([], words),
    specialtyName: words[0] ?? null,
    languages: readLanguages(listWords(said.languages, 'languages'), leaveOut),
  }
}

const genders: ReadonlyMap<string, 'F' | 'M' | 'X'> = new Map([
  ['female', 'F'],
  ['f', 'F'],
  ['male', 'M'],
  ['m', 'M'],
  ['other', 'X'],
])

function readFacility(said: Said) {
  const name = say(said.facility_name, 200)
  if (name === null) throw new Refused('facility_name', 'is empty')
  const words = listWords(said.facility_type, 'facility_type')
  const specialties = findSpecialties([], words)
  const kind = (['pharmacy', 'hospital'] as const).find((one) => specialties.includes(one)) ?? ('facility' as const)
  return { kind, name, credential: null, gender: null, specialties, specialtyName: words[0] ?? null, languages: [] }
}

/** Languages other than English by their two-letter codes. */
function readLanguages(words: readonly string[], leaveOut: LeaveOut): string[] {
  const found = words.map(findLanguage)
  for (const one of found) if (one === null) leaveOut('language', 'has no name or code that is known')
  return [...new Set(found.flatMap((one) => (one === null || one === 'en' ? [] : one)))]
}

function readAccepting(said: unknown, leaveOut: LeaveOut): boolean | null {
  const written = typeof said === 'boolean' ? String(said) : say(said, 100)
  const words =
    written
      ?.toLowerCase()
      .replace(/[^a-z]+/g, ' ')
      .trim() ?? null
  if (/^(?:accepting(?: new patients)?|true|yes|y|open)$/.test(words ?? '')) return true
  if (/^(?:not accepting(?: new patients)?|false|no|n|closed)$/.test(words ?? '')) return false
  if (words === 'accepting in some locations')
    leaveOut('new patients', 'are taken at some places, and it is not said which')
  else if (words !== null || (said ?? '') !== '') leaveOut('new patients', 'are told of in words that are not known')
  return null
}

function readDay(said: unknown, leaveOut: LeaveOut): string | null {
  const text = say(said, 40)
  if (text === null || day.isUnsaid?.(text)) return null
  try {
    return day.read(cutTime(text))
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    leaveOut('day of the last update', 'is no day')
    return null
  }
}

function readPlace(said: unknown, path: string, warn: Warn): Place | Refused {
  if (!isObject(said)) return new Refused(path, 'is no address')
  const [line, second, city, written, postal, phone] = [
    ...['address', 'address_2', 'city', 'state', 'zip', 'phone'].map((part) => say(said[part], 200)),
  ]
  const state = findStateCode(written ?? '')
  try {
    const zip = mendZip(zipCode.read((postal ?? '').replace(/^(\d{5})(\d{4})$/, '$1-$2')), state, warn)
    if (zip === null) throw new Refused('', 'is no ZIP code of five digits')
    return {
      address: cutText([line, second].filter(Boolean).join(', '), 200) || null,
      city: city ? cutText(city, 100) : null,
      state,
      zip,
      phone:
        phone === null || phone === undefined
          ? null
          : cutText(phone.replace(/^1?(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3'), 30),
    }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return new Refused(`${path}.zip`, error.message)
  }
}
