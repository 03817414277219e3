import { isNpi } from '../../../care/finder/entry.ts'
import {
  acceptOne,
  type CellType,
  count,
  day,
  firstDay,
  lastDay,
  state,
  words,
  yesNo,
  zipCode,
} from '../csv/cell-types.ts'
import { type Columns, optional, type RowOf, requireColumn } from '../csv/kind.ts'
import { Refused } from '../refused.ts'
import { saysNothing } from '../text.ts'

const providerName: CellType<string> = { ...words(200), isUnsaid: saysNothing }

const npi: CellType<string> = {
  words: 'ten digits with their check digit',
  read: (text) => {
    if (isNpi(text)) return text
    throw new Refused('', /^\d{10}$/.test(text) ? 'is no NPI: its check digit is wrong' : 'is no NPI of ten digits')
  },
}

function degrees(max: number): CellType<number> {
  return {
    words: `degrees from -${max} to ${max}`,
    read: (text) => {
      const value = /^-?\d{1,3}(\.\d{1,12})?$/.test(text) ? Number(text) : Number.NaN
      if (Math.abs(value) <= max) return value
      throw new Refused('', `is no number of degrees from -${max} to ${max}`)
    },
  }
}

/** CMS writes `Not Available` for a hospital without stars. */
const stars: CellType<number> = { ...count(1, 5), isUnsaid: saysNothing }

const list: CellType<readonly string[]> = {
  words: 'several, separated by semicolons',
  read: (text) => {
    const parts = text.split(';').map((one) => one.trim())
    if (parts.length > 30 || parts.some((one) => one.length > 100))
      throw new Refused('', 'has too many or too long parts')
    return parts.filter((one) => one !== '')
  },
}

/** A list that a single word may declare empty. */
const maybeList: CellType<readonly string[]> = { ...list, isUnsaid: saysNothing }

const gender = acceptOne({ f: 'F', m: 'M', x: 'X', female: 'F', male: 'M' } as const)

/** A provider at one location. */
export const providerColumns = {
  npi: optional(npi, 'the National Provider Identifier; without one, name and ZIP code tell providers apart'),
  type: requireColumn(
    acceptOne({
      individual: 'individual',
      facility: 'facility',
      hospital: 'hospital',
      pharmacy: 'pharmacy',
      store: 'store',
    } as const),
    'who it is; `store`: an office of the plan',
  ),
  name: requireColumn(providerName, 'as people know it'),
  credential: optional(words(40), 'letters after the name, such as `MD`'),
  specialty: optional(words(200), 'in words'),
  taxonomy: optional(maybeList, 'codes of the provider taxonomy, the main one first'),
  address: optional(words(200), 'street and number'),
  city: optional(words(100), 'city'),
  state: optional(state, 'state'),
  zip: requireColumn(zipCode, 'ZIP code'),
  lat: optional(degrees(90), 'latitude; without it, the point of the ZIP code'),
  lon: optional(degrees(180), 'longitude'),
  geo: optional(acceptOne({ site: 'site', zip: 'zip' } as const), 'what the point is of: the building or the ZIP code'),
  phone: optional(words(30), 'telephone number'),
  website: optional(words(300), 'address that begins with `https://`'),
  gender: optional(gender, 'of a person'),
  languages: optional(maybeList, 'languages besides English, by their two letters'),
  accepting: optional(yesNo, 'whether new patients are taken'),
  telehealth: optional(yesNo, 'whether there are video or phone visits'),
  wheelchair: optional(yesNo, 'whether people in wheelchairs get in'),
  saturday: optional(yesNo, 'whether it is open on Saturdays'),
  hours: optional(words(300), 'opening hours'),
  affiliations: optional(maybeList, 'names of hospitals that a person works with'),
  rating: optional(stars, 'stars that Medicare gives a hospital'),
  verified_on: optional(day, 'when someone last confirmed it; else the time that `source` ends with'),
  source: optional(words(100), 'the file’s own word for where it is from'),
} satisfies Columns

/** Hospitals as in Medicare’s general information. */
export const hospitalColumns = {
  ccn: requireColumn(words(10), 'Medicare’s number'),
  npi: optional(npi, 'the National Provider Identifier'),
  name: requireColumn(providerName, 'name'),
  hospital_type: optional(words(100), 'what kind it is'),
  ownership: optional(words(100), 'passed over'),
  emergency: optional(yesNo, 'passed over'),
  birthing_friendly: optional(words(10), 'passed over'),
  overall_rating: optional(stars, 'stars'),
  address: optional(words(200), 'street and number'),
  city: optional(words(100), 'city'),
  state: optional(state, 'state'),
  zip: requireColumn(zipCode, 'ZIP code'),
  county: optional(words(100), 'passed over'),
  lat: optional(degrees(90), 'latitude'),
  lon: optional(degrees(180), 'longitude'),
  geo: optional(acceptOne({ site: 'site', zip: 'zip' } as const), 'what the point is of'),
  phone: optional(words(30), 'telephone number'),
} satisfies Columns

/** A brand's network seats. */
export const networkColumns = {
  brand: optional(words(40), 'code of the brand; else `--brand` says so'),
  network_id: requireColumn(words(60), 'the network, as the plan’s files call it'),
  network_name: requireColumn(words(100), 'as members know it'),
  plan_ids: optional(list, 'plans that use it, as `plan_id` of their files; empty: every plan of the brand'),
  npi: requireColumn(npi, 'who is in it'),
  zip: optional(zipCode, 'at which place; empty: at all'),
  begins: optional(firstDay, 'first day'),
  ends: optional(lastDay, 'last day; empty: it goes on'),
  accepting: optional(yesNo, 'whether new patients of this network are taken'),
  primary_care: optional(yesNo, 'whether members may choose them as their primary doctor'),
  verified_on: optional(day, 'when someone last confirmed it'),
} satisfies Columns

export type ProviderRow = RowOf<typeof providerColumns>
export type HospitalRow = RowOf<typeof hospitalColumns>
export type NetworkColumns = RowOf<typeof networkColumns>
