/** Fields that the schemas require and no page shows, or that a page shows as unknown: a fault in them costs no price. */
const unshown: Readonly<Record<string, object>> = {
  service_code: {},
  billing_code_type_version: {},
  reporting_entity_type: {},
  plan_id_type: {},
  plan_market_type: {},
  plan_sponsor_name: {},
  issuer_name: {},
  // A field that a page shows if present must be a text.
  name: { type: 'string' },
  description: { type: 'string' },
  plan_name: { type: 'string' },
  business_name: { type: 'string' },
  network_name: { type: 'array', items: { type: 'string' } },
  additional_information: { type: 'string' },
}

/** A tax number in any form: it only distinguishes providers. */
const tin = {
  type: 'object',
  properties: { type: { type: 'string' }, value: { type: 'string', minLength: 1 }, business_name: { type: 'string' } },
  required: ['type', 'value'],
}

/** NPIs, also as texts: they are digits, and never used in arithmetic. */
const npi = {
  type: 'array',
  items: { anyOf: [{ type: 'number' }, { type: 'string', pattern: '^\\s*(0|[0-9]{10})\\s*$' }] },
}

/** Rules that make one field depend on another. Later code checks whose prices they are, and counts a repeated item once. */
const rules = ['if', 'then', 'dependencies', 'dependentRequired', 'uniqueItems']

type Json = Readonly<Record<string, unknown>>

/** A published schema without requirements on fields that no page shows. */
export function relaxSchema(schema: object): object {
  const kept = Object.entries(schema).filter(([key]) => !rules.includes(key) && !isRuleOfPrices(key, schema))
  return Object.fromEntries(kept.map(([key, part]) => [key, relaxPart(key, part)]))
}

/** In version 1, `oneOf` says only that a price is either a professional one with a place of service, or any other. */
function isRuleOfPrices(key: string, schema: object): boolean {
  return (
    key === 'oneOf' && 'properties' in schema && isJson(schema.properties) && 'negotiated_rate' in schema.properties
  )
}

function relaxPart(key: string, part: unknown): unknown {
  if (key === 'required' && Array.isArray(part)) return part.filter((name) => !Object.hasOwn(unshown, String(name)))
  // Each alternative stays as it is, so that no value matches two of them.
  if (key === 'oneOf' && Array.isArray(part))
    return part.map((one) => (isJson(one) ? { ...one, uniqueItems: false } : one))
  if (!isJson(part)) return part
  if (key !== 'properties' && key !== 'definitions') return relaxSchema(part)
  const fields = Object.entries(part).map(([name, one]) => [name, relaxField(key, name, one)])
  return Object.fromEntries(fields)
}

function relaxField(key: string, name: string, schema: unknown): unknown {
  if (key === 'properties' && name === 'tin') return tin
  if (key === 'properties' && name === 'npi') return npi
  if (key === 'properties' && Object.hasOwn(unshown, name)) return unshown[name]
  return isJson(schema) ? relaxSchema(schema) : schema
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
