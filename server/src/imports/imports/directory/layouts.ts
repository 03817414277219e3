import { findSpecialties } from '@portico/rules/finder/specialties'
import { type DirectoryEntry, idWithoutNpi } from '../../../care/finder/entry.ts'
import { readHeader } from '../csv/header.ts'
import type { Columns } from '../csv/kind.ts'
import type { CsvRow } from '../csv/rows.ts'
import { Refused } from '../refused.ts'
import { mendZip } from '../zip-codes.ts'
import { type DirectoryItem, type LayoutContext, pointFor, type RowReader } from './brought.ts'
import {
  type HospitalRow,
  hospitalColumns,
  type NetworkColumns,
  networkColumns,
  type ProviderRow,
  providerColumns,
} from './columns.ts'
import { isNppes, nppesReader } from './nppes.ts'

/** Detects the layout of a file by its first row. Throws Refused. */
export function detectLayout(first: CsvRow, context: LayoutContext): RowReader {
  if (first.problem !== undefined) throw new Refused('', `the first row, which names the columns, ${first.problem}`)
  if (isNppes(first.cells)) return nppesReader(first.cells, context)
  const names = new Set(first.cells.map((cell) => cell.toLowerCase().trim()))
  const reader = <Row>(columns: Columns, bring: (row: Row) => DirectoryItem): RowReader => {
    const header = readHeader(first, columns)
    return (cells) => (header.isNote(cells) ? null : bring(header.read(cells) as Row))
  }
  if (names.has('network_id')) return reader<NetworkColumns>(networkColumns, (row) => networkRow(row, context))
  if (names.has('ccn')) return reader<HospitalRow>(hospitalColumns, (row) => hospitalRow(row, context))
  return reader<ProviderRow>(providerColumns, (row) => providerRow(row, context))
}

const unsaid = {
  credential: null,
  gender: null,
  website: null,
  hours: null,
  languages: [],
  accepting: null,
  telehealth: null,
  wheelchair: null,
  saturday: null,
  affiliations: [],
  rating: null,
} as const

function providerRow({ zip: said, ...row }: ProviderRow, context: LayoutContext): DirectoryItem {
  const zip = mendPlace(said, row, context)
  const { npi, type: kind, specialty, taxonomy, verified_on, source } = row
  const website = row.website !== null && /^https:\/\/[^\s<>"]+$/i.test(row.website) ? row.website : null
  if (website !== row.website) context.leaveOut('website', 'does not begin with https://')
  const entry: DirectoryEntry = {
    providerId: npi ?? idWithoutNpi(row.name, zip),
    npi,
    kind,
    name: row.name,
    credential: row.credential,
    gender: row.gender,
    specialties: findSpecialties(
      taxonomy ?? [],
      taxonomy === null || specialty !== null ? [specialty ?? kindWord[kind]] : [],
    ),
    specialtyName: specialty,
    address: row.address,
    city: row.city,
    state: row.state,
    zip,
    ...pointFor({ ...row, zip }, context),
    ...{
      phone: row.phone,
      website,
      hours: row.hours,
      languages: (row.languages ?? []).map((one) => one.toLowerCase()),
    },
    accepting: row.accepting,
    telehealth: row.telehealth,
    wheelchair: row.wheelchair,
    saturday: row.saturday,
    affiliations: row.affiliations ?? [],
    rating: row.rating,
    verifiedOn: verified_on ?? dayOfSource(source),
    origin: source,
  }
  return { is: 'entry', entry }
}

/** The ZIP code of a row; '' if it is unknown and the row says its point. Throws Refused. */
function mendPlace(
  said: string,
  { npi, state, lat, lon }: Pick<ProviderRow, 'npi' | 'state' | 'lat' | 'lon'>,
  context: LayoutContext,
): string {
  const zip = mendZip(said, state, context.warn)
  // Without both numbers, the ZIP code distinguishes providers of one name.
  if (zip === null && (npi === null || lat === null || lon === null)) throw new Refused('zip', tooShort)
  return zip ?? ''
}

const tooShort = 'has too few digits to be a ZIP code of its state'

const kindWord = { individual: '', facility: '', hospital: 'Hospital', pharmacy: 'Pharmacy', store: '' } as const

function hospitalRow({ zip: said, ...row }: HospitalRow, context: LayoutContext): DirectoryItem {
  const zip = mendPlace(said, row, context)
  const entry: DirectoryEntry = {
    ...unsaid,
    providerId: row.npi ?? idWithoutNpi('ccn', row.ccn),
    npi: row.npi,
    kind: 'hospital',
    name: row.name,
    specialties: findSpecialties(['282N00000X'], row.hospital_type === null ? [] : [row.hospital_type]),
    specialtyName: row.hospital_type,
    address: row.address,
    city: row.city,
    state: row.state,
    zip,
    ...pointFor({ ...row, zip }, context),
    phone: row.phone,
    rating: row.overall_rating,
    verifiedOn: null,
    origin: 'cms-hgi',
  }
  return { is: 'entry', entry }
}

function networkRow(row: NetworkColumns, context: LayoutContext): DirectoryItem {
  const brand = row.brand?.toLowerCase() ?? context.brand
  if (brand === null) throw new Refused('brand', 'is empty: fill it in, or say --brand CODE')
  if (!context.brands.has(brand)) throw new Refused('brand', `there is no brand ${brand}`)
  if (context.brand !== null && brand !== context.brand)
    throw new Refused('brand', `is of ${brand}, while this run is for ${context.brand}`)
  if (row.begins !== null && row.ends !== null && row.ends < row.begins) throw new Refused('ends', 'is before begins')
  const zip = row.zip && mendZip(row.zip, null, context.warn)
  // Without one, the row would be about every place.
  if (row.zip !== null && zip === null) throw new Refused('zip', tooShort)
  return {
    is: 'seat',
    seat: {
      brand,
      networkId: row.network_id,
      networkName: row.network_name,
      planIds: row.plan_ids ?? [],
      providerId: row.npi,
      zip: zip?.slice(0, 5) ?? null,
      begins: row.begins,
      ends: row.ends,
      accepting: row.accepting,
      primaryCare: row.primary_care,
      verifiedOn: row.verified_on,
    },
  }
}

/** The first day of a source's period: `cms-dac-2026-06` dates from that month, `nppes-2019` from that year. */
function dayOfSource(source: string | null): string | null {
  const [, year, month = '01'] = /-(20\d\d)(?:-(0[1-9]|1[0-2]))?$/.exec(source ?? '') ?? []
  return year === undefined ? null : `${year}-${month}-01`
}
