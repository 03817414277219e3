import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { Refused } from '../refused.ts'
import published from './in-network-rates.schema.json' with { type: 'json' }
import type { JsonFields } from './read.ts'

/** A piece of a file that passed the schema. */
export interface ProviderReference {
  readonly provider_group_id: number
  readonly network_name: readonly string[]
  readonly provider_groups: readonly {
    readonly npi: readonly number[]
    readonly tin: { readonly type: string; readonly value: string; readonly business_name?: string }
  }[]
}

interface Code {
  readonly billing_code_type: string
  readonly billing_code: string
  readonly description: string
}

export interface RatedService extends Code {
  readonly negotiation_arrangement: 'ffs' | 'bundle' | 'capitation'
  readonly name: string
  readonly covered_services?: readonly Code[]
  readonly bundled_codes?: readonly Code[]
}

export interface Prices {
  readonly provider_references: readonly number[]
  readonly negotiated_prices: readonly {
    readonly negotiated_type: 'negotiated' | 'derived' | 'fee schedule' | 'percentage' | 'per diem'
    readonly billing_class: 'professional' | 'institutional' | 'both'
    readonly setting: 'inpatient' | 'outpatient' | 'both'
    readonly negotiated_rate: number
    readonly expiration_date: string
    readonly billing_code_modifier?: readonly string[]
  }[]
}

export interface RatesHeader {
  readonly reporting_entity_name: string
  readonly last_updated_on: string
  readonly plan_name?: string
  readonly plan_id?: string
}

/** Lists that are read piece by piece: the schema only checks that they are there. */
const list = { type: 'array', minItems: 1 } as const
const { definitions } = published
const service = {
  ...definitions.in_network,
  properties: { ...definitions.in_network.properties, negotiated_rates: list },
}
const { $schema: _, $id: __, ...top } = published
const whole = { ...top, properties: { ...top.properties, in_network: list, provider_references: { type: 'array' } } }

/** Validates the pieces of a file with the schema that CMS has published, and reports the errors. */
export function createRatesSchema() {
  const ajv = new Ajv({ strict: false })
  addFormats.default(ajv)
  const compiled = <T>(schema: object) => ajv.compile<T>({ ...schema, definitions })
  const judge = {
    providers: compiled<ProviderReference>(published.properties.provider_references.items),
    prices: compiled<Prices>(definitions.negotiated_rates),
    service: compiled<RatedService>(service),
    header: compiled<RatesHeader>(whole),
  }
  return {
    providers: (value: unknown, index: number) => checked(judge.providers, value, `/provider_references/${index}`),
    prices: (value: unknown, item: number, index: number) =>
      checked(judge.prices, value, `/in_network/${item}/negotiated_rates/${index}`),
    service: (value: JsonFields, item: number, prices: number) =>
      checked(
        judge.service,
        '' in value ? value[''] : withList(value, 'negotiated_rates', prices),
        `/in_network/${item}`,
      ),
    header: (value: JsonFields, { in_network, provider_references }: Readonly<Record<string, number>>) =>
      checked(
        judge.header,
        withList(withList(value, 'in_network', in_network), 'provider_references', provider_references),
        '',
      ),
  }
}

export type RatesSchema = ReturnType<typeof createRatesSchema>

/** A list that was read piece by piece is represented by a single entry, which is all the schema asks for. */
function withList(value: JsonFields, name: string, length = 0): JsonFields {
  return length === 0 ? value : { ...value, [name]: [null] }
}

function checked<T>(judge: ValidateFunction<T>, value: unknown, path: string): T {
  if (judge(value)) return value
  const error = judge.errors?.find(({ keyword }) => keyword !== 'if' && keyword !== 'oneOf') ?? judge.errors?.[0]
  throw new Refused(
    `${path}${error?.instancePath ?? ''}` || '/',
    `${error?.message ?? 'is not what the schema asks for'}${saying(error?.params)}`,
  )
}

function saying(params: Readonly<Record<string, unknown>> | undefined): string {
  const allowed = params?.allowedValues
  return Array.isArray(allowed) ? `: ${allowed.join(', ')}` : ''
}
