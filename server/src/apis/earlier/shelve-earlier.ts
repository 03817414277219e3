import { findFhirType } from '@portico/contract/fhir/types'
import type { Tx } from '../../platform/db/database.ts'
import { contentHash } from '../../platform/versions/content.ts'
import { shelve } from '../fhir/shelf/shelve.ts'
import { takeUnshelved, type Unshelved } from './unshelved-store.ts'

/**
 * Puts a batch of earlier plans' records on their members' shelves (OS-55), so that apps, providers and the next plan get them like the
 * plan's own, with the sender's name. Returns whether there may be more.
 */
export async function shelveEarlierSome(tx: Tx): Promise<boolean> {
  const taken = await takeUnshelved(tx)
  for (const [brand, some] of Map.groupBy(taken, (one) => one.brand)) await shelve(tx, brand, some.flatMap(toIncoming))
  return taken.length > 0
}

/** Leaves out who the member is and who gave care, which only this plan tells. */
function toIncoming({ memberId, peerId, planName, patient, type, body, sensitive }: Unshelved) {
  if (type !== 'Provenance' && (findFhirType(type)?.audience !== 'member' || type === 'Patient')) return []
  const one = {
    ...{ type, memberId, patientId: patient?.replace(/^Patient\//, '') ?? '', text: body, version: null, sensitive },
    // The digest also changes if only who may see the resource changes.
    ...{ hash: contentHash(`${sensitive} ${body}`), isGone: false, earlier: { peerId, planName } },
  }
  return [one] as const
}
