import { isNotKnown } from '@portico/rules/time/known-days'

/** Identifies a version of a resource. */
export interface Version {
  /** `Type/id`. */
  readonly of: string
  /** When it last changed; null: the resource does not say. */
  readonly changed: number | null
  /** The version number; null: it has none. */
  readonly number: number | null
}

/** The fields of a resource that identify its version. */
interface Versioned {
  readonly resourceType?: unknown
  readonly id?: unknown
  readonly meta?: { readonly lastUpdated?: unknown; readonly versionId?: unknown } | undefined
}

/** The version of a resource; undefined if nothing distinguishes it from other versions. */
export function readVersion({ resourceType, id, meta }: Versioned): Version | undefined {
  const changed = typeof meta?.lastUpdated === 'string' ? Date.parse(meta.lastUpdated) : Number.NaN
  const said = typeof meta?.versionId === 'string' ? meta.versionId : ''
  const number = /^\d{1,15}$/.test(said) ? Number(said) : null
  if (Number.isNaN(changed) && number === null) return undefined
  return { of: `${resourceType}/${id}`, changed: Number.isNaN(changed) ? null : changed, number }
}

/** The last change of a resource as the database stores it; null: it is missing, or its year is impossible. */
export function sayChanged(said: unknown): string | null {
  const changed = typeof said === 'string' ? Date.parse(said) : Number.NaN
  const moment = Number.isNaN(changed) ? null : new Date(changed).toISOString()
  return moment === null || !/^\d{4}-/.test(moment) || isNotKnown(moment) ? null : moment
}

/** Below zero: the first is earlier; zero: unknown. */
export function compareVersions(one: Version | undefined, other: Version | undefined): number {
  if (one === undefined || other === undefined) return 0
  for (const field of ['changed', 'number'] as const) {
    const [first, second] = [one[field], other[field]]
    if (first !== null && second !== null && first !== second) return first - second
  }
  return 0
}

/** Leaves out items for which a later version of the same resource is among them. */
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
