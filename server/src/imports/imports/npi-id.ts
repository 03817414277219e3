import { isOfNpi } from './logical-references.ts'

const prefix = 'NPI/'

/** The id of a provider whom a resource names by NPI alone: no resource's id contains this character. */
export function toNpiId(npi: string): string {
  return `${prefix}${npi}`
}

/** The NPIs among provider ids that consist of an NPI alone. */
export function filterNpis(ids: readonly string[]): string[] {
  return ids.flatMap((id) => (id.startsWith(prefix) ? id.slice(prefix.length) : []))
}

/** The NPI in a reference's identifier; without a system, ten digits count as one. */
export function findNpi(
  identifier: { readonly system?: string | undefined; readonly value?: string | undefined } | undefined,
): string | null {
  const { system, value = '' } = identifier ?? {}
  return /^\d{10}$/.test(value) && (system === undefined || isOfNpi.test(system)) ? value : null
}
