/** What the schemas ask for and no page shows, or shows as unknown: what is wrong there costs no price. */
const unshown: Readonly<Record<string, object>> = {
  service_code: {},
  billing_code_type_version: {},
  reporting_entity_type: {},
  plan_id_type: {},
  plan_market_type: {},
  plan_sponsor_name: {},
  issuer_name: {},
  // What a page shows if it is there has to be a text.
  name: { type: 'string' },
  description: { type: 'string' },
  plan_name: { type: 'string' },
  business_name: { type: 'string' },
  network_name: { type: 'array', items: { type: 'string' } },
  additional_information: { type: 'string' },
}

/** A tax number, of whatever form: it only tells one provider from another. */
const tin = {
  type: 'object',
  properties: { type: { type: 'string' }, value: { type: 'string', minLength: 1 }, business_name: { type: 'string' } },
  required: ['type', 'value'],
}

/** Numbers of providers, also as texts: they are digits, and nothing is reckoned with them. */
const npi = {
  type: 'array',
  items: { anyOf: [{ type: 'number' }, { type: 'string', pattern: '^\\s*(0|[0-9]{10})\\s*$' }] },
}

/**
 * Rules that ask for such a field where another one says something; who is meant by some prices is looked at later, and what is there twice counts
 * once.
 */
const rules = ['if', 'then', 'dependencies', 'dependentRequired', 'uniqueItems']

type Json = Readonly<Record<string, unknown>>

/** A published schema that does not ask for what no page shows. */
export function relaxSchema(schema: object): object {
  const kept = Object.entries(schema).filter(([key]) => !rules.includes(key) && !isRuleOfPrices(key, schema))
  return Object.fromEntries(kept.map(([key, part]) => [key, relaxPart(key, part)]))
}

/** In version 1 a price is either a doctor's with a place, or any other: that is all that its `oneOf` says. */
function isRuleOfPrices(key: string, schema: object): boolean {
  return (
    key === 'oneOf' && 'properties' in schema && isJson(schema.properties) && 'negotiated_rate' in schema.properties
  )
}

function relaxPart(key: string, part: unknown): unknown {
  if (key === 'required' && Array.isArray(part)) return part.filter((name) => !Object.hasOwn(unshown, String(name)))
  // Each of several forms stays what it is, so that no value is of two of them.
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
