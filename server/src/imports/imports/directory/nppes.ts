import { findSpecialties } from '@portico/rules/finder/specialties'
import { findStateCode } from '@portico/rules/finder/us-states'
import { toProperCase } from '@portico/rules/text/proper-case'
import { type DirectoryEntry, isNpi } from '../../../care/finder/entry.ts'
import { day, zipCode } from '../csv/cell-types.ts'
import { Refused } from '../refused.ts'
import { joinName } from '../text.ts'
import { mendZip } from '../zip-codes.ts'
import { type LayoutContext, pointFor, type RowReader } from './brought.ts'

/** The columns that are read from the full NPPES replacement file; some three hundred others are ignored. */
const columns = {
  npi: 'NPI',
  type: 'Entity Type Code',
  organization: 'Provider Organization Name (Legal Business Name)',
  otherName: 'Provider Other Organization Name',
  last: 'Provider Last Name (Legal Name)',
  first: 'Provider First Name',
  middle: 'Provider Middle Name',
  credential: 'Provider Credential Text',
  line1: 'Provider First Line Business Practice Location Address',
  line2: 'Provider Second Line Business Practice Location Address',
  city: 'Provider Business Practice Location Address City Name',
  state: 'Provider Business Practice Location Address State Name',
  zip: 'Provider Business Practice Location Address Postal Code',
  phone: 'Provider Business Practice Location Address Telephone Number',
  updated: 'Last Update Date',
  deactivated: 'NPI Deactivation Date',
  reactivated: 'NPI Reactivation Date',
} as const
const needed = ['npi', 'type', 'organization', 'last', 'first', 'zip'] as const
const genders = ['Provider Sex Code', 'Provider Gender Code']
const maxTaxonomies = 15

export function isNppes(cells: readonly string[]): boolean {
  return cells.includes(columns.npi) && cells.includes(columns.type)
}

export function nppesReader(header: readonly string[], context: LayoutContext): RowReader {
  const missing = needed.filter((name) => !header.includes(columns[name]))
  if (missing.length > 0)
    throw new Refused(
      columns[missing[0] ?? 'npi'],
      `missing columns: ${missing.map((name) => columns[name]).join(', ')}`,
    )
  const places = new Map(header.map((name, at) => [name, at]))
  return (cells) => {
    if (cells.length !== header.length)
      throw new Refused('', `the row has ${cells.length} cells, and the first row names ${header.length} columns`)
    const cell = (name: string) => cells[places.get(name) ?? -1] ?? ''
    const readColumn = (name: keyof typeof columns) => cell(columns[name])
    const npi = readColumn('npi')
    if (!isNpi(npi)) throw new Refused(columns.npi, 'is no NPI')
    // A deactivated NPI has no other cells.
    if (readColumn('deactivated') !== '' && readColumn('reactivated') === '') return null
    const isPerson = readColumn('type') === '1'
    if (!isPerson && readColumn('type') !== '2') throw new Refused(columns.type, 'is neither 1 nor 2')
    const name = isPerson
      ? joinName([readColumn('first'), readColumn('middle'), readColumn('last')].map(toProperCase))
      : toProperCase(joinName([readColumn('otherName')]) || joinName([readColumn('organization')]))
    if (name === '') throw new Refused(isPerson ? columns.last : columns.organization, 'is empty')
    const state = findStateCode(readColumn('state'))
    const postal = readColumn('zip').replace(/^(\d{5})(\d{4})$/, '$1-$2')
    const zip = mendZip(readOr(zipCode, postal, columns.zip), state, context.warn)
    if (zip === null) throw new Refused(columns.zip, 'is no ZIP code of five digits')
    const codes = taxonomies(cell)
    const specialties = findSpecialties(codes, [])
    const kind: DirectoryEntry['kind'] = isPerson
      ? 'individual'
      : specialties.includes('pharmacy')
        ? 'pharmacy'
        : specialties.includes('hospital')
          ? 'hospital'
          : 'facility'
    const sex = genders.map(cell).find(Boolean) ?? ''
    const point = pointFor({ lat: null, lon: null, zip, geo: null }, context)
    const entry: DirectoryEntry = {
      providerId: npi,
      npi,
      kind,
      name: name.slice(0, 200),
      credential: isPerson ? readColumn('credential').replaceAll('.', '').slice(0, 40) || null : null,
      gender: sex === 'F' || sex === 'M' || sex === 'X' ? sex : null,
      specialties,
      specialtyName: null,
      address:
        [readColumn('line1'), readColumn('line2')].filter(Boolean).map(toProperCase).join(', ').slice(0, 200) || null,
      city: toProperCase(readColumn('city')) || null,
      state,
      zip,
      ...point,
      phone:
        readColumn('phone')
          .replace(/^(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3')
          .slice(0, 30) || null,
      website: null,
      hours: null,
      languages: [],
      accepting: null,
      telehealth: null,
      wheelchair: null,
      saturday: null,
      affiliations: [],
      rating: null,
      verifiedOn: isSaid(readColumn('updated')) ? readOr(day, readColumn('updated'), columns.updated) : null,
      origin: 'nppes',
    }
    return { is: 'entry', entry }
  }
}

/** The taxonomy codes of a row, the primary one first. */
function taxonomies(cell: (name: string) => string): string[] {
  const all: { code: string; primary: boolean }[] = []
  for (let at = 1; at <= maxTaxonomies; at += 1) {
    const code = cell(`Healthcare Provider Taxonomy Code_${at}`)
    const primary = cell(`Healthcare Provider Primary Taxonomy Switch_${at}`) === 'Y'
    if (code !== '') all.push({ code, primary })
  }
  return all.sort((a, b) => Number(b.primary) - Number(a.primary)).map(({ code }) => code)
}

function isSaid(text: string): boolean {
  return text !== '' && day.isUnsaid?.(text) !== true
}

function readOr<T>(type: { read(text: string): T }, text: string, column: string): T {
  try {
    return type.read(text)
  } catch (error) {
    throw error instanceof Refused ? new Refused(column, error.message) : error
  }
}
