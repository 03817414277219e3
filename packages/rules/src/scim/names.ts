export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
/** Where an agent works, so that people join and leave an agency without manual work (OS-66). */
export const producerSchema = 'urn:portico:params:scim:schemas:extension:producer:2.0:User'

const cores = [userSchema, groupSchema].map((schema) => `${schema.toLowerCase()}:`)
const producer = producerSchema.toLowerCase()
const enterprise = enterpriseSchema.toLowerCase()

/**
 * The canonical name of an attribute: lower case, without a core schema's URN, and with `producer:` or `enterprise:` in place of an
 * extension's URN.
 */
export function plainName(name: string): string {
  const lower = name.toLowerCase()
  const core = cores.find((prefix) => lower.startsWith(prefix))
  if (core !== undefined) return lower.slice(core.length)
  if (lower === producer || lower.startsWith(`${producer}:`)) return `producer${lower.slice(producer.length)}`
  if (lower === enterprise || lower.startsWith(`${enterprise}:`)) return `enterprise${lower.slice(enterprise.length)}`
  return lower
}
