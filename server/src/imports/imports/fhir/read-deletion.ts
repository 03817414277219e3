import { clinicalTypes } from '@portico/contract/fhir/types'
import { Refused, Skipped } from '../refused.ts'
import { withoutVersion } from './codes.ts'

/** Types that a deletion removes from members' view; they stay in the history. */
const deletable = [
  'ExplanationOfBenefit',
  'Coverage',
  'MedicationRequest',
  'MedicationDispense',
  'CareTeam',
  'RelatedPerson',
  'Provenance',
  ...clinicalTypes,
] as const
export type DeletableType = (typeof deletable)[number]

/** A deletion of a resource at its source. */
export interface Deletion {
  readonly type: 'deletion'
  readonly of: DeletableType
  readonly resourceId: string
  /** When it was deleted; null: unknown. */
  readonly deletedAt: string | null
}

/** Reads a Bundle whose only entry has the method `DELETE`, the form in which bulk exports list deletions. Throws Refused, or Skipped. */
export function readDeletion(text: string): Deletion {
  const { entry } = JSON.parse(text) as {
    entry: readonly { request: { url?: unknown }; response?: { lastModified?: unknown } | null }[]
  }
  const at = entry[0]?.response?.lastModified
  const deletedAt = typeof at === 'string' && !Number.isNaN(Date.parse(at)) ? at : null
  const url = withoutVersion(String(entry[0]?.request.url ?? ''))
  const [, type, resourceId] = /(?:^|\/)([A-Z]\w+)\/([^/?#]{1,200})$/.exec(url) ?? []
  if (type === undefined || resourceId === undefined) {
    throw new Refused('entry.request.url', 'does not name what was deleted as Type/id')
  }
  if (type === 'ClaimResponse')
    return { type: 'deletion', of: 'ExplanationOfBenefit', resourceId: `ClaimResponse-${resourceId}`, deletedAt }
  const of = deletable.find((one) => one === type)
  if (of === undefined) throw new Skipped(`${type} was deleted: what refers to it stays as it is`)
  return { type: 'deletion', of, resourceId, deletedAt }
}
