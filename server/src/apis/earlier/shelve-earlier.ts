import { findFhirType } from '@portico/contract/fhir/types'
import type { Tx } from '../../platform/db/database.ts'
import { contentHash } from '../../platform/versions/content.ts'
import { shelve } from '../fhir/shelf/shelve.ts'
import { takeUnshelved, type Unshelved } from './unshelved-store.ts'

/**
 * Puts some more of what earlier plans sent on the shelves of their members (OS-55), so that apps, providers and the next plan have it like the
 * plan's own, with the name of whoever sent it. Returns whether there may be more.
 */
export async function shelveEarlierSome(tx: Tx): Promise<boolean> {
  const taken = await takeUnshelved(tx)
  for (const [brand, some] of Map.groupBy(taken, (one) => one.brand)) await shelve(tx, brand, some.flatMap(toIncoming))
  return taken.length > 0
}

/** Who the member is, and who gave care, is the plan's own to say. */
function toIncoming({ memberId, peerId, planName, patient, type, body, sensitive }: Unshelved) {
  if (type !== 'Provenance' && (findFhirType(type)?.audience !== 'member' || type === 'Patient')) return []
  const one = {
    ...{ type, memberId, patientId: patient?.replace(/^Patient\//, '') ?? '', text: body, version: null, sensitive },
    // It changes, too, where only who may see it does.
    ...{ hash: contentHash(`${sensitive} ${body}`), isGone: false, earlier: { peerId, planName } },
  }
  return [one] as const
}
