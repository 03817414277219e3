import type * as calls from '@portico/contract/calls/brand-console'
import { readScope, worksFor } from '../../identity/rights/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { about } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { lockAsAdministrator } from '../staff/people-rules.ts'
import { findBrandProblems, readLiveBrands } from './live.ts'
import { type BrandConsoleParts, isOwnHost } from './propose.ts'
import { showBrands } from './show.ts'
import { type BrandVersion, findWaitingBrand, isSamePerson, settleBrandVersion } from './store.ts'

/**
 * Puts a waiting brand into force, or drops it. Throws CONFLICT if the caller proposed it themselves, or if its proposer could no
 * longer propose it; it is validated again, because other brands may have changed since.
 */
export const decide =
  ({ brands }: BrandConsoleParts): AuditedHandler<typeof calls.decideBrand> =>
  async ({ params: { code, version }, body: { confirm } }, context, tx) => {
    const scope = await lockAsAdministrator(tx, context)
    const waiting = await findWaitingBrand(tx, code, Number(version))
    const isOwn = waiting?.made_by === scope.accountId
    if (waiting === undefined || !(worksFor(scope, code) || isOwn)) throw new CallError('NOT-FOUND')
    const live = await readLiveBrands(tx, brands)
    if (confirm) {
      const isBySecond =
        !(await isSamePerson(tx, waiting.made_by, scope.accountId)) && (await couldPropose(tx, waiting, live.has(code)))
      const isKeptHere = live.get(code)?.origin !== 'folder'
      const isSound = findBrandProblems(live, { code, files: waiting.files }).length === 0
      const isOutside = !(waiting.withdrawn && isOwnHost(brands, code, context))
      if (!(isBySecond && isKeptHere && isSound && isOutside)) throw new CallError('CONFLICT')
    }
    const state = confirm ? 'confirmed' : 'dropped'
    await settleBrandVersion(tx, waiting, { state, by: scope.accountId, at: context.now })
    const action = confirm ? 'brand.confirm' : 'brand.drop'
    return about(code, await showBrands(tx, brands, scope), { action, memberId: null })
  }

/**
 * Whether its proposer could still propose it: their account has not ended, and they are an administrator, of that brand if it already
 * exists.
 */
async function couldPropose(tx: Tx, { brand, made_by }: BrandVersion, isServed: boolean): Promise<boolean> {
  const scope = await readScope(tx, { accountId: made_by })
  return scope.entitlements.includes('administer') && (!isServed || worksFor(scope, brand))
}
