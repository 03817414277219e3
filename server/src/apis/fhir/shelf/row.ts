import { type FhirTypeName, findFhirType } from '@portico/contract/fhir/types'
import { listBasisProfiles } from '@portico/rules/fhir/basis'
import { beginning, end } from '@portico/rules/fhir/moments'
import { hideMissing, type Published, withMeta } from '@portico/rules/fhir/publish'
import { toHex } from '../../../platform/db/upsert.ts'

/** A version of a resource to be put on the shelf. */
export interface Shelved {
  readonly published: Published
  /** Whether it is withdrawn: the version stays without its content. */
  readonly isGone: boolean
  readonly version: string | null
  readonly hash: Buffer
}

/** Columns that members' and parties' resources share. */
export function toRow(one: Shelved, version: number, updated: Date, missing: ReadonlySet<string>) {
  const { published, isGone, hash } = one
  const { type, id, values, text } = published
  const { tokens, dates, refs } = values
  const none = isGone && { tokens: [], dates: {}, refs: [] }
  return {
    ...{ type, id, version, updated: updated.toISOString() },
    ...{ tokens, dates, refs, ...none },
    source_version: one.version,
    content_hash: toHex(hash),
    body: isGone ? '' : withMeta({ ...published, text: hideMissing(text, missing) }, version, updated),
  }
}

/** The form for providers and other plans (OS-54); '': a type without amounts, or withdrawn. */
export function toBasisBody(one: Shelved, version: number, updated: Date, missing: ReadonlySet<string>): string {
  const { published, isGone } = one
  if (isGone || published.basis === null) return ''
  const profiles = listBasisProfiles(published.profiles)
  return withMeta({ ...published, profiles, text: hideMissing(published.basis, missing) }, version, updated)
}

/** Start and end of a resource's main date; null: open at that end. */
export function findEdges({ type, values }: Published) {
  const { date } = findFhirType(type as FhirTypeName) ?? { date: null }
  const spans = date === null ? [] : (values.dates[date] ?? [])
  const [starts, ends] = [Math.min(...spans.map(([from]) => from)), Math.max(...spans.map(([, to]) => to))]
  return {
    starts: Number.isFinite(starts) && starts > beginning ? new Date(starts).toISOString() : null,
    ends: Number.isFinite(ends) && ends < end ? new Date(ends).toISOString() : null,
  }
}

/** Separates bodies: a character that no JSON text contains. */
export const separator = '\x1e'

/** Sorts before every member, and is none of them. */
export const nobody = '00000000-0000-0000-0000-000000000000'

/** Used as a brand code for care providers in files for several brands. */
export const everyParty = '*'
