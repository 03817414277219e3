import { withRelations } from '@portico/rules/fhir/related'
import { amend } from '../../apis/fhir/shelf/amend.ts'
import { computeFhirId } from '../../apis/fhir/shelf/place.ts'
import type { ClaimKey } from '../../member/claims/links.ts'
import type { Tx } from '../../platform/db/database.ts'
import { listRelated } from './related-store.ts'

/**
 * Relates adjusted claims to each other in the resources that apps get (OS-3), as pages show it. A claim that is not sensitive never names
 * a sensitive one. `fresh`: the ids of claims that this transaction has stored there.
 */
export async function relateClaims(
  tx: Tx,
  brand: string,
  claims: readonly ClaimKey[],
  fresh: ReadonlySet<string>,
): Promise<void> {
  if (claims.length === 0) return
  const rows = await listRelated(tx, claims)
  const readId = (resourceId: string) => computeFhirId(brand, 'ExplanationOfBenefit', resourceId)
  const related = Map.groupBy(rows, ({ memberId, resourceId }) => `${memberId} ${readId(resourceId)}`)
  const keys = rows.map(({ memberId, resourceId }) => ({
    memberId,
    type: 'ExplanationOfBenefit',
    id: readId(resourceId),
  }))
  await amend(tx, keys, fresh, ({ memberId, id, body }) => {
    const found = related.get(`${memberId} ${id}`) ?? []
    return withRelations(
      body,
      found.flatMap(({ code, other, claimNumber }) => (code === null ? [] : { code, id: readId(other), claimNumber })),
    )
  })
}
