import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { cutTime, day, lastDay } from '../csv/cell-types.ts'
import { Refused } from '../refused.ts'
import { withoutNulls } from '../text.ts'
import first from './in-network-rates-1.schema.json' with { type: 'json' }
import second from './in-network-rates-2.schema.json' with { type: 'json' }
import { isFields, type JsonFields } from './read.ts'
import { relaxSchema } from './relaxed.ts'
import { withFastUniqueItems } from './unique-items.ts'

interface Providers {
  /** Some files write them as texts. */
  readonly npi: readonly (number | string)[]
  readonly tin: { readonly type: string; readonly value: string; readonly business_name?: string }
}

/** A piece of a file that passed the schema. Optional fields are missing in version 1. */
export interface ProviderReference {
  /** A text if it has more digits than a JavaScript number holds. */
  readonly provider_group_id: number | string
  readonly network_name?: readonly string[]
  readonly provider_groups?: readonly Providers[]
  /** The URL of the providers, if they are not here. */
  readonly location?: string
}

interface Code {
  readonly billing_code_type: string
  readonly billing_code: string
  readonly description?: string
}

export interface RatedService extends Code {
  readonly negotiation_arrangement: 'ffs' | 'bundle' | 'capitation'
  readonly name?: string
  readonly severity_of_illness?: string
  readonly covered_services?: readonly Code[]
  readonly bundled_codes?: readonly Code[]
}

export interface Prices {
  readonly provider_references?: readonly (number | string)[]
  readonly provider_groups?: readonly Providers[]
  readonly negotiated_prices: readonly {
    readonly negotiated_type: 'negotiated' | 'derived' | 'fee schedule' | 'percentage' | 'per diem'
    readonly billing_class: 'professional' | 'institutional' | 'both'
    readonly setting?: 'inpatient' | 'outpatient' | 'both'
    readonly negotiated_rate: number
    readonly expiration_date: string
    readonly billing_code_modifier?: readonly string[]
    readonly additional_information?: string
  }[]
}

/** Prices of some providers, and which prices were left out. */
export interface ReadPrices {
  readonly said: Prices
  readonly wrong: readonly Refused[]
}

export interface RatesHeader {
  readonly reporting_entity_name: string
  readonly last_updated_on: string
  readonly plan_name?: string
  readonly plan_id?: string
}

/** Lists that are read piece by piece: the schema only checks that they are present. */
const list = { type: 'array', minItems: 1 } as const

/** Amounts and days as in version 2: version 1 would accept a price of zero and any text as a day. */
const { negotiated_rate, expiration_date } = second.definitions.negotiated_price.properties
/** An empty list of modifiers means none: version 2 requires at least one, and also accepts an empty text in place of the list. */
const { billing_code_modifier } = first.definitions.negotiated_price.properties
/** A number, or a text if it is too long for a JavaScript number. */
const provider_group_id = { type: ['number', 'string'], pattern: '^-?\\d{1,40}$' }
const { negotiated_rates: secondRates } = second.definitions
const firstReference = {
  ...first.definitions.provider_references,
  properties: { ...first.definitions.provider_references.properties, provider_group_id },
}
const secondReference = {
  ...second.properties.provider_references.items,
  properties: { ...second.properties.provider_references.items.properties, provider_group_id },
}
const definitionsOf = {
  1: {
    ...first.definitions,
    provider_references: firstReference,
    negotiated_price: {
      ...first.definitions.negotiated_price,
      properties: { ...first.definitions.negotiated_price.properties, negotiated_rate, expiration_date },
    },
  },
  2: {
    ...second.definitions,
    negotiated_rates: {
      ...secondRates,
      properties: {
        ...secondRates.properties,
        provider_references: { ...secondRates.properties.provider_references, items: provider_group_id },
      },
    },
    negotiated_price: {
      ...second.definitions.negotiated_price,
      properties: { ...second.definitions.negotiated_price.properties, billing_code_modifier },
    },
  },
} as const
const topOf = {
  1: { ...first, properties: { ...first.properties, last_updated_on: second.properties.last_updated_on } },
  2: second,
} as const
const referenceOf = { 1: firstReference, 2: secondReference } as const

export type RatesVersion = keyof typeof definitionsOf

type Warn = (type: string, reason: string) => void

interface Judge<T> {
  /** The name of the judged piece in reports. */
  readonly kind: string
  readonly strict: ValidateFunction<T>
  /** The schema without requirements on fields that no page shows. */
  readonly relaxed: ValidateFunction<T>
  readonly warn: Warn
}

/**
 * Validates the pieces of a file with the schema that CMS publishes for its version, and reports the errors. A fault in a field that no
 * page shows costs nothing, and goes to `warn`.
 */
export function createRatesSchema(version: RatesVersion, warn: Warn = () => undefined) {
  const ajv = withFastUniqueItems(new Ajv({ strict: false }))
  addFormats.default(ajv)
  const definitions = definitionsOf[version]
  const compileSchema = <T>(kind: string, schema: object): Judge<T> => {
    const whole = { ...schema, definitions }
    return { kind, strict: ajv.compile<T>(whole), relaxed: ajv.compile<T>(relaxSchema(whole)), warn }
  }
  const { in_network: service } = definitions
  const { $schema: _, $id: __, ...top } = { $id: '', ...topOf[version] }
  const judge = {
    providers: compileSchema<ProviderReference>('provider group', referenceOf[version]),
    prices: compileSchema<Prices>('prices', definitions.negotiated_rates),
    price: compileSchema<Prices['negotiated_prices'][number]>('price', definitions.negotiated_price),
    service: compileSchema<RatedService>('service', {
      ...service,
      properties: { ...service.properties, negotiated_rates: list },
    }),
    header: compileSchema<RatesHeader>('header', {
      ...top,
      properties: { ...top.properties, in_network: list, provider_references: { type: 'array' } },
    }),
  }
  /** The prices without the individually wrong ones. Throws Refused if none is left, or if something else is wrong. */
  function withoutWrong(value: unknown, path: string): ReadPrices {
    const all =
      typeof value === 'object' && value !== null && 'negotiated_prices' in value ? value.negotiated_prices : []
    const wrong: Refused[] = []
    let isTold = false
    const price = {
      ...judge.price,
      warn: (...told: Parameters<Warn>) => {
        isTold = true
        warn(...told)
      },
    }
    const good = (Array.isArray(all) ? all : []).filter((one: unknown, at) => {
      const refused = findWrong(price, one, `${path}/negotiated_prices/${at}`)
      if (refused !== null) wrong.push(refused)
      return refused === null
    })
    // After a warning about one price, the check of all prices must not repeat it.
    const rest = isTold ? { ...judge.prices, warn: () => undefined } : judge.prices
    if (good.length === 0 || wrong.length === 0) return { said: check(rest, value, path), wrong: [] }
    return { said: check(rest, { ...(value as object), negotiated_prices: good }, path), wrong }
  }

  return {
    providers: (value: unknown, index: number) => check(judge.providers, value, `/provider_references/${index}`),
    prices: (value: unknown, item: number, index: number) => {
      const path = `/in_network/${item}/negotiated_rates/${index}`
      if (judge.prices.strict(value)) return { said: value, wrong: [] }
      const said = withPlainPrices(withoutNulls(value))
      return judge.prices.strict(said) ? { said, wrong: [] } : withoutWrong(said, path)
    },
    service: (value: JsonFields, item: number, prices: number) =>
      check(
        judge.service,
        '' in value ? value[''] : withList(withoutEmptyParts(withPlainCodes(value)), 'negotiated_rates', prices),
        `/in_network/${item}`,
      ),
    header: (said: JsonFields, { in_network, provider_references }: Readonly<Record<string, number>>) => {
      const value = withPlainFields(said)
      refuseOtherFile(value)
      return check(
        judge.header,
        withList(withList(value, 'in_network', in_network), 'provider_references', provider_references),
        '',
      )
    },
  }
}

/** Accepts other notations with a plain meaning: a version as a number, and days. */
export function withPlainFields(value: JsonFields): JsonFields {
  const { version, last_updated_on: updatedOn } = value
  return {
    ...value,
    ...(typeof version === 'number' && { version: String(version) }),
    ...(typeof updatedOn === 'string' && { last_updated_on: readPlainDay(updatedOn) }),
  }
}

/** `yyyy-mm-dd` for a day in another notation, such as `11/01/2026` or with a time after it; else the text unchanged. */
function readPlainDay(text: string): string {
  try {
    return day.read(cutTime(text.trim()))
  } catch {
    return text
  }
}

/** A last day in `yyyy-mm-dd`; `12/31/9999` and its like mean that there is none. */
function readExpiration(text: string): string {
  const plain = readPlainDay(text)
  const isWritten = /^\d{4}-\d{2}-\d{2}$/.test(plain)
  return !isWritten && lastDay.isUnsaid?.(cutTime(text.trim())) === true ? noEnd : plain
}

/** As the schema itself writes that a price has no last day. */
const noEnd = '9999-12-31'

/** Prices with days, amounts and words in the schema's notation. */
function withPlainPrices(value: unknown): unknown {
  const prices = isFields(value) ? value.negotiated_prices : null
  if (!Array.isArray(prices)) return value
  return { ...(value as object), negotiated_prices: prices.map((one) => (isFields(one) ? toPlainPrice(one) : one)) }
}

function toPlainPrice(one: JsonFields): JsonFields {
  const { expiration_date: expires, negotiated_rate: rate } = one
  return {
    ...one,
    ...(typeof expires === 'string' && { expiration_date: readExpiration(expires) }),
    ...(typeof rate === 'string' && { negotiated_rate: readPlainAmount(rate) }),
    ...inLetterCase(one, ['negotiated_type', 'billing_class', 'setting'], (said) => said.toLowerCase()),
  }
}

/** The number in a text such as `125.5` or `$1,250.00`; any other text unchanged. */
function readPlainAmount(text: string): number | string {
  const plain = text.trim().replace(/^\$ ?/, '')
  return /^(?:\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(?:\.\d{1,20})?$/.test(plain) ? Number(plain.replaceAll(',', '')) : text
}

/** Some of an object's texts in the letter case of the schema. */
function inLetterCase(value: JsonFields, names: readonly string[], turn: (said: string) => string): JsonFields {
  return Object.fromEntries(
    names.flatMap((name) => {
      const said = value[name]
      return typeof said === 'string' ? [[name, turn(said.trim())]] : []
    }),
  )
}

/** How many digits codes have that some files write as numbers, without their leading zeros. */
const digitsOfCodes: Readonly<Record<string, number>> = { CPT: 5, HCPCS: 5, 'MS-DRG': 3, RC: 4 }

/** A service with its codes, and those of its components, in the schema's notation. */
function withPlainCodes(value: JsonFields): JsonFields {
  const parts = ['bundled_codes', 'covered_services'].flatMap((name) => {
    const said = value[name]
    return Array.isArray(said) ? [[name, said.map((one) => (isFields(one) ? withPlainCode(one) : one))] as const] : []
  })
  return {
    ...withPlainCode(value),
    ...inLetterCase(value, ['negotiation_arrangement'], (said) => said.toLowerCase()),
    ...Object.fromEntries(parts),
  }
}

function withPlainCode(value: JsonFields): JsonFields {
  const type = inLetterCase(value, ['billing_code_type'], (said) => said.toUpperCase())
  const digits = digitsOfCodes[String(type.billing_code_type)]
  const { billing_code: code, severity_of_illness: severity } = value
  const isCode = typeof code === 'number' && Number.isInteger(code) && code > 0
  return {
    ...value,
    ...type,
    ...(isCode && digits && { billing_code: String(code).padStart(digits, '0') }),
    ...(typeof severity === 'number' && { severity_of_illness: String(severity) }),
  }
}

export type RatesSchema = ReturnType<typeof createRatesSchema>

/** The other files that CMS's rule requires begin the same way. Throws Refused for one of them. */
function refuseOtherFile(value: JsonFields): void {
  if ('in_network' in value) return
  if ('out_of_network' in value)
    throw new Refused('/out_of_network', 'is a file of allowed amounts outside of the network, which is not read')
  if ('reporting_structure' in value)
    throw new Refused('/reporting_structure', 'is a table of contents, but not as a list: nothing of it is read')
}

/** A single entry stands for a list that was read piece by piece, which is all the schema needs. */
function withList(value: JsonFields, name: string, length = 0): JsonFields {
  return length === 0 ? value : { ...value, [name]: [0] }
}

/** A service that is not a bundle has no components: some files write an empty list, which the schema does not allow. */
function withoutEmptyParts(value: JsonFields): JsonFields {
  if (value.negotiation_arrangement !== 'ffs') return value
  const isEmptyPart = (name: string) =>
    (name === 'bundled_codes' || name === 'covered_services') && Array.isArray(value[name]) && value[name].length === 0
  return Object.fromEntries(Object.entries(value).filter(([name]) => !isEmptyPart(name)))
}

/** A `null` field means the same as a missing one. Only a piece that fails is searched for them: few files have any. */
function check<T>(judge: Judge<T>, value: unknown, path: string): T {
  if (judge.strict(value)) return value
  const said = withoutNulls(value)
  const refused = findWrong(judge, said, path)
  if (refused !== null) throw refused
  return said as T
}

function findWrong<T>({ kind, strict, relaxed, warn }: Judge<T>, value: unknown, path: string): Refused | null {
  if (strict(value)) return null
  const untaken = findError(strict)
  if (relaxed(value)) {
    // Without indexes, so that the same fault in many prices counts once.
    const place = (untaken?.instancePath ?? '').replace(/\/\d+/g, '').slice(1)
    warn(kind, [place, describeError(untaken)].join(' ').trim())
    return null
  }
  const error = findError(relaxed)
  return new Refused(`${path}${error?.instancePath ?? ''}` || '/', describeError(error))
}

function findError({ errors }: ValidateFunction): ErrorObject | undefined {
  return errors?.find(({ keyword }) => keyword !== 'if' && keyword !== 'oneOf') ?? errors?.[0]
}

function describeError(error: ErrorObject | undefined): string {
  return `${error?.message ?? 'is not what the schema asks for'}${describeParams(error?.params)}`
}

function describeParams(params: Readonly<Record<string, unknown>> | undefined): string {
  const allowed = params?.allowedValues
  return Array.isArray(allowed) ? `: ${allowed.join(', ')}` : ''
}
