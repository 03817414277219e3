import type { BodyOf } from '@portico/contract/call'
import { getRatingInfo, putRatingInfo } from '@portico/contract/calls/identity'
import type { BrandView } from '@portico/contract/page'
import { api } from '../../base/api/api.ts'
import { ApiError } from '../../base/api/error.ts'
import { clearSession } from '../sign-out/clear-session.ts'
import { hasUserData } from './user-data.ts'

type Ratings = BodyOf<typeof putRatingInfo>['ratingInfo']
type Shown = Pick<BrandView, 'code' | 'storeID'>

/** The most entries that the service accepts. */
const max = 20

/** What is stored for the signed-in person (SI-10); null if that is not known. */
export async function readRatings({ storeID }: Shown): Promise<Ratings | null> {
  const answer = await api.call(getRatingInfo, { params: { storeID } }).catch(() => null)
  return answer?.ratingInfo ?? null
}

/** Adds the store and brand that the person signed in to, unless they are listed; a failure is ignored (SI-10). */
export async function keepRating({ storeID, code: brand }: Shown, listed: Ratings | null): Promise<void> {
  if (!listed || listed.some((one) => one.storeId === storeID && one.brand === brand)) return
  await saveRatings(storeID, [...listed, { storeId: storeID, brand }].slice(-max)).catch(() => {})
}

/**
 * Saves the list (SI-10). If it is refused with 401 while no one is signed in, it clears what is left of a session and tries again,
 * since cookies of an ended session would affect the next person.
 */
export async function saveRatings(storeID: Shown['storeID'], ratingInfo: Ratings): Promise<void> {
  const save = () => api.call(putRatingInfo, { params: { storeID }, body: { ratingInfo } })
  try {
    await save()
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401 || hasUserData()) throw error
    await clearSession()
    await save()
  }
}
