import { isObject, type Json, type JsonObject, readText } from '@portico/rules/fhir/json'
import { closedToNew, newPatientsUrl } from './build.ts'
import { toServedId } from './received.ts'
import type { ReceivedRow } from './shown-store.ts'

type Corrections = ReceivedRow['corrections']

/** Types that tell what a provider does at a place. */
const telling = ['PractitionerRole', 'OrganizationAffiliation', 'HealthcareService']

/**
 * Applies staff's corrections to a resource (MP-25): a role or a service no longer names places that the provider left, networks that they
 * are not in, a wrong phone number, or that new patients are taken. If a correction concerns one place, a resource for several stays
 * unchanged except for that place.
 */
export function amendReceived(
  resource: JsonObject,
  { type, places, corrections }: Pick<ReceivedRow, 'type' | 'places' | 'corrections'>,
): JsonObject {
  if (!telling.includes(type)) return resource
  const all = new Set(Object.values(places))
  const left = corrections.filter(({ kind }) => kind === 'left').map(({ place }) => place)
  const there = [...all].filter((place) => !left.includes(place))
  // Corrections that hold for every remaining place.
  const whole = corrections.filter(({ place }) => place === '' || (there.length === 1 && there[0] === place))
  const phone = whole.find(({ kind, value }) => kind === 'phone' && value !== null)?.value
  return dropEmpty({
    ...resource,
    ...(left.length > 0 && {
      location: readList(resource.location).filter((one) => !left.includes(readPlace(one, places))),
    }),
    ...(phone !== undefined && phone !== null && { telecom: replacePhone(readList(resource.telecom), phone) }),
    ...amendNetworks(resource, whole),
    ...(whole.some(({ kind }) => kind === 'not-accepting') && {
      extension: [
        ...withoutNewPatients(amendNetworks(resource, whole).extension ?? readList(resource.extension)),
        closedToNew,
      ],
    }),
  })
}

const readList = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])

function readPlace(reference: Json, places: ReceivedRow['places']): string {
  return (isObject(reference) && places[readText(reference.reference) ?? '']) || ''
}

function replacePhone(telecom: readonly Json[], value: string): readonly Json[] {
  const others = telecom.filter((one) => !(isObject(one) && one.system === 'phone'))
  return [{ system: 'phone', value }, ...others]
}

const withoutNewPatients = (extensions: readonly Json[]) =>
  extensions.filter((one) => !(isObject(one) && one.url === newPatientsUrl))

/** Leaves out networks that the provider is not in. */
function amendNetworks(
  { extension, network }: JsonObject,
  corrections: Corrections,
): { readonly extension?: readonly Json[]; readonly network?: readonly Json[] } {
  const wrong = corrections.filter(({ kind }) => kind === 'network').map(({ network_id }) => network_id)
  if (wrong.length === 0) return {}
  const targets = wrong.map((id) => `Organization/${toServedId('Organization', id)}`)
  const isWrong = (reference: Json | undefined) =>
    isObject(reference) && (wrong.includes('') || targets.includes(readText(reference.reference) ?? ''))
  return {
    ...(extension !== undefined && {
      extension: readList(extension).filter(
        (one) => !(isObject(one) && readText(one.url)?.endsWith('/network-reference') && isWrong(one.valueReference)),
      ),
    }),
    ...(network !== undefined && { network: readList(network).filter((one) => !isWrong(one)) }),
  }
}

/** FHIR has no empty lists. */
function dropEmpty(resource: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(resource).filter(([, one]) => !(Array.isArray(one) && one.length === 0)))
}
