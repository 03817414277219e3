import { stableId } from '../../../platform/versions/content.ts'
import { isJson } from './identities.ts'

type Json = Readonly<Record<string, unknown>>

/** Whether a text may contain a person or a coverage that could stand alone, so that most resources need no closer look. */
export function mayContainPeople(text: string): boolean {
  const at = text.indexOf('"contained"')
  if (at === -1) return false
  const named = text.slice(at).match(/"resourceType"\s*:\s*"(?:Patient|Coverage)"/g) ?? []
  const types = named.join()
  if (types.includes('"Patient"') && text.includes('"birthDate"')) return true
  return types.includes('"Coverage"') && (text.includes('"subscriberId"') || text.includes('"class"'))
}

/**
 * Splits off the person and the coverage that a resource contains: they come first, as separate resources, and the resource refers to them.
 * Only complete ones are split off: a person with a name and date of birth, a coverage with a group, plan or number.
 */
export function withPeopleApart(resource: Json): readonly Json[] {
  const contained = Array.isArray(resource.contained) ? resource.contained.filter(isJson) : []
  const apart = contained.filter(standsAlone)
  if (apart.length === 0) return [resource]
  const places = new Map(apart.map((one) => [`#${one.id}`, `${one.resourceType}/${computeId(one, resource)}`]))
  const refer = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(refer)
    if (!isJson(value)) return value
    const place = typeof value.reference === 'string' ? places.get(value.reference) : undefined
    const parts = Object.entries(value).map(([name, part]) => [name, refer(part)])
    return { ...Object.fromEntries(parts), ...(place !== undefined && { reference: place }) }
  }
  const whole = refer(resource) as Json
  const patient = whole.patient ?? whole.subject ?? whole.beneficiary
  return [
    ...apart.map((one) => ({
      ...(one.resourceType === 'Coverage' && { beneficiary: patient }),
      ...(refer(one) as Json),
      id: computeId(one, resource),
    })),
    whole,
  ]
}

function standsAlone({ resourceType, id, name, birthDate, subscriberId, class: parts }: Json): boolean {
  if (typeof id !== 'string') return false
  if (resourceType === 'Patient') return Array.isArray(name) && typeof birthDate === 'string'
  return resourceType === 'Coverage' && (typeof subscriberId === 'string' || Array.isArray(parts))
}

/** Resources of one file that contain the same data about a person contain the same person. */
function computeId(one: Json, within: Json): string {
  const { id, ...said } = one
  if (one.resourceType === 'Patient') return stableId('contained', JSON.stringify(said))
  return stableId('contained', JSON.stringify([within.patient, said]))
}
