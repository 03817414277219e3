import type { ImportedPrice, ImportedProvider, ImportedService } from '../../../care/rates/importing.ts'
import { roundToCents } from '../cents.ts'
import { Refused } from '../refused.ts'
import { cleanLine, cleanText, cutText, saysNothing } from '../text.ts'
import type { Prices, ProviderReference, RatedService } from './schema.ts'

/** The providers of a group; one with only a tax number has no NPI. */
export function providerRows(reference: ProviderReference): ImportedProvider[] {
  return toRows(reference.provider_groups ?? [], {
    ref: String(reference.provider_group_id),
    network: cutText(listTexts(reference.network_name).map(cleanLine).join('; '), maxName) || null,
  })
}

/** The providers that version 1 lists beside their prices, as a separate group. */
export function ownProviders({ provider_groups }: Prices, item: number, index: number): ImportedProvider[] {
  return toRows(provider_groups ?? [], { ref: ownRef(item, index), network: null })
}

/** The schema of version 1 lacks some fields of version 2: in version 1 files, those may hold anything. */
const readText = (said: unknown) => (typeof said === 'string' ? said : '')
const listTexts = (said: unknown) => [said].flat().filter((one) => typeof one === 'string')

const ownRef = (item: number, index: number) => `${item}/${index}`

function toRows(
  groups: NonNullable<ProviderReference['provider_groups']>,
  of: Pick<ImportedProvider, 'ref' | 'network'>,
): ImportedProvider[] {
  return groups.flatMap(({ npi, tin }) => {
    const own = npiOfTax(tin)
    const numbers = (npi.length === 0 ? ['0'] : npi).map((number) => String(number).trim())
    return [...new Set(numbers.map((number) => (number === '0' ? (own ?? '') : number)))].map((number) => ({
      ...of,
      npi: number,
      tin: own === null ? cutText(tin.value, maxCode) : '',
      name: readName(tin.business_name),
    }))
  })
}

/** A provider who bills without a tax number has the NPI in its place. */
function npiOfTax({ type, value }: NonNullable<ProviderReference['provider_groups']>[number]['tin']): string | null {
  return /^\s*npi\s*$/i.test(type) && /^\s*\d{10}\s*$/.test(value) ? value.trim() : null
}

/** The longest name and description that are shown; longer ones are cut. */
const maxName = 500
const maxDescription = 4000
/** No real code is this long. */
const maxCode = 100
/** The most component services of one service. */
const maxParts = 5000

function readName(name: unknown): string | null {
  const line = cleanLine(readText(name))
  return line === '' || saysNothing(line) ? null : cutText(line, maxName)
}

/** Throws Refused. */
export function serviceRow(service: RatedService, item: number): ImportedService {
  const parts = [...(service.bundled_codes ?? []), ...(service.covered_services ?? [])]
  const path = `/in_network/${item}`
  if (formatCode(service).length > maxCode)
    throw new Refused(`${path}/billing_code`, `is longer than ${maxCode} characters`)
  if (parts.length > maxParts) throw new Refused(path, `has more than ${maxParts} parts`)
  return {
    item,
    arrangement: service.negotiation_arrangement,
    codeType: service.billing_code_type,
    code: formatCode(service),
    // A service without a name is shown by its code.
    name:
      readName(service.name) ?? readName(service.description) ?? `${service.billing_code_type} ${formatCode(service)}`,
    description: cutText(cleanText(service.description ?? ''), maxDescription),
    parts: parts.map((one) => ({
      type: one.billing_code_type,
      code: cutText(one.billing_code, maxCode),
      description: cutText(cleanText(one.description ?? ''), maxName),
    })),
  }
}

/** The severity is part of the code's meaning and of its notation: `190-2`. */
function formatCode({
  billing_code_type: type,
  billing_code: code,
  severity_of_illness: severity,
}: RatedService): string {
  const more = typeof severity === 'number' ? String(severity) : readText(severity)
  const written = [code, ...(more === '' ? [] : [more])].map((part) => part.trim().toUpperCase())
  // Some files leave out the leading zeros of revenue codes and of groups.
  const digits = type === 'RC' ? 4 : type === 'MS-DRG' ? 3 : 0
  const [first = '', ...others] = written
  return [/^\d+$/.test(first) ? first.padStart(digits, '0') : first, ...others].join('-')
}

/** A larger amount is an error in the file. */
const maxDollars = 1_000_000_000

/** An amount that nobody could be asked to pay costs only its own price. */
export function priceRows(
  prices: Prices,
  at: { readonly item: number; readonly index: number; readonly path: string },
): { readonly rows: ImportedPrice[]; readonly wrong: readonly Refused[] } {
  const { item, path } = at
  const own = prices.provider_groups === undefined ? [] : [ownRef(item, at.index)]
  const refs = [...new Set((prices.provider_references ?? []).map(String)), ...own]
  // Each price is stored with each of these groups.
  if (refs.length * prices.negotiated_prices.length > maxPairs)
    throw new Refused(path, `has more than ${maxPairs} pairs of providers and prices`)
  const wrong: Refused[] = []
  const rows = prices.negotiated_prices.flatMap((price, index) => {
    const reason = findWrongRate(price.negotiated_rate, price.negotiated_type)
    if (reason !== null) {
      wrong.push(new Refused(`${path}/negotiated_prices/${index}/negotiated_rate`, reason))
      return []
    }
    return {
      item,
      refs,
      type: price.negotiated_type,
      amount: roundToCents(price.negotiated_rate),
      billingClass: price.billing_class,
      // Version 1 does not distinguish settings.
      setting: settings.find((one) => one === price.setting) ?? 'both',
      modifiers: cutText([...new Set(price.billing_code_modifier ?? [])].join(' '), maxCode),
      expires: price.expiration_date,
      note: readNote(price.additional_information),
    }
  })
  return { rows: rows.length > 1 ? withoutRepeats(rows) : rows, wrong }
}

/** Prices that differ only in unread fields are one price; all have the same providers. */
function withoutRepeats(rows: readonly ImportedPrice[]): ImportedPrice[] {
  return [...new Map(rows.map((row) => [JSON.stringify({ ...row, refs: null }), row])).values()]
}

const settings = ['inpatient', 'outpatient', 'both'] as const

/** The most groups of providers times prices of one piece. */
const maxPairs = 1_000_000

/** A longer note is cut. */
const maxNote = 500

function readNote(said = ''): string | null {
  const note = cleanLine(said)
  return note === '' || saysNothing(note) ? null : cutText(note, maxNote)
}

function findWrongRate(rate: number, type: Prices['negotiated_prices'][number]['negotiated_type']): string | null {
  // Some files write 0.45 for 45 percent, which is ambiguous; and no price is below one percent of the bill.
  if (type === 'percentage' && rate <= 1) return 'is at most one percent of the bill: 45.5 stands for 45.5 percent'
  // A larger share refers to something else, such as what Medicare pays, not to the bill.
  if (type === 'percentage' && rate > 100) return 'is more than the whole bill'
  if (rate > maxDollars) return 'is more than a billion'
  // It would be shown as a price of zero.
  return roundToCents(rate) === 0 ? 'is less than half a cent' : null
}
