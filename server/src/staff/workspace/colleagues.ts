import type { PayloadOf } from '@portico/contract/call'
import type { workspaceColleagues } from '@portico/contract/calls/workspace'
import { everyBrand } from '@portico/rules/brand/every'
import { requireDeskScope, worksFor } from '../../identity/rights/scope.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import type { QueueParts } from './queues.ts'
import { listAllColleagues } from './store.ts'

const maxRows = 2_000

/** To whom the caller can hand conversations over, with the brands that both answer. */
export async function readColleagues(
  { database, brands }: Pick<QueueParts, 'database' | 'brands'>,
  { principal }: CallContext<Principal>,
): Promise<PayloadOf<typeof workspaceColleagues>> {
  const scope = await requireDeskScope(database.read, principal)
  const codes = brands.all.map(({ brand }) => brand.code).filter((code) => worksFor(scope, code))
  const rows = await listAllColleagues(database.read, codes, maxRows)
  const colleagues = Map.groupBy(rows, ({ account_id }) => account_id)
  return {
    colleagues: [...colleagues].map(([accountId, theirs]) => {
      const [{ first_name, last_name } = { first_name: '', last_name: '' }] = theirs
      const own = new Set(theirs.map(({ brand }) => brand))
      return {
        accountId,
        name: `${first_name} ${last_name}`,
        brands: codes.filter((code) => own.has(everyBrand) || own.has(code)),
      }
    }),
  }
}
