import { isNotKnown } from '../days.ts'

/** Which version of a resource something is of. */
export interface Version {
  /** `Type/id`. */
  readonly of: string
  /** The moment of its last change; null: it is not said. */
  readonly changed: number | null
  /** The number of the version; null: it has none. */
  readonly number: number | null
}

/** As far as a resource says which version it is of. */
interface Versioned {
  readonly resourceType?: unknown
  readonly id?: unknown
  readonly meta?: { readonly lastUpdated?: unknown; readonly versionId?: unknown } | undefined
}

/** The version of a resource; undefined if nothing tells it from another one. */
export function readVersion({ resourceType, id, meta }: Versioned): Version | undefined {
  const changed = typeof meta?.lastUpdated === 'string' ? Date.parse(meta.lastUpdated) : Number.NaN
  const said = typeof meta?.versionId === 'string' ? meta.versionId : ''
  const number = /^\d{1,15}$/.test(said) ? Number(said) : null
  if (Number.isNaN(changed) && number === null) return undefined
  return { of: `${resourceType}/${id}`, changed: Number.isNaN(changed) ? null : changed, number }
}

/** The moment of a last change as the database has it; null: it is not said, or is in no year that counts. */
export function sayChanged(said: unknown): string | null {
  const changed = typeof said === 'string' ? Date.parse(said) : Number.NaN
  const moment = Number.isNaN(changed) ? null : new Date(changed).toISOString()
  return moment === null || !/^\d{4}-/.test(moment) || isNotKnown(moment) ? null : moment
}

/** Below zero: the first is the earlier one; zero: nobody knows. */
export function compareVersions(one: Version | undefined, other: Version | undefined): number {
  if (one === undefined || other === undefined) return 0
  for (const field of ['changed', 'number'] as const) {
    const [first, second] = [one[field], other[field]]
    if (first !== null && second !== null && first !== second) return first - second
  }
  return 0
}

/** Those of some that no later version of the same resource is among. */
export function keepNewest<One extends { readonly version?: Version | undefined }>(
  all: readonly One[],
): readonly One[] {
  const newest = new Map<string, Version>()
  for (const { version } of all) {
    if (version === undefined) continue
    const known = newest.get(version.of)
    if (known === undefined || compareVersions(known, version) < 0) newest.set(version.of, version)
  }
  return all.filter(({ version }) => version === undefined || compareVersions(version, newest.get(version.of)) >= 0)
}
