import { isOfNpi } from './logical-references.ts'

const prefix = 'NPI/'

/** The id by which a provider is known whom a resource names by an NPI alone: no id of a resource has such a sign. */
export function toNpiId(npi: string): string {
  return `${prefix}${npi}`
}

/** The NPIs of those of some ids of providers that are no more than one. */
export function filterNpis(ids: readonly string[]): string[] {
  return ids.flatMap((id) => (id.startsWith(prefix) ? id.slice(prefix.length) : []))
}

/** The NPI that an identifier of a reference is; one without a system is none but for its form. */
export function findNpi(
  identifier: { readonly system?: string | undefined; readonly value?: string | undefined } | undefined,
): string | null {
  const { system, value = '' } = identifier ?? {}
  return /^\d{10}$/.test(value) && (system === undefined || isOfNpi.test(system)) ? value : null
}
