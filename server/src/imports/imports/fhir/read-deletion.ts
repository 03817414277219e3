import { clinicalTypes } from '@portico/contract/fhir/types'
import { Refused, Skipped } from '../refused.ts'
import { withoutVersion } from './codes.ts'

/** What a deletion takes from members' view; it stays in the history. */
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

/** That a resource was deleted where the file is from. */
export interface Deletion {
  readonly type: 'deletion'
  readonly of: DeletableType
  readonly resourceId: string
  /** The moment of it; null: not known. */
  readonly deletedAt: string | null
}

/** Reads a Bundle whose one entry has the method `DELETE`, as bulk exports list what was deleted. Throws Refused, or Skipped. */
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
