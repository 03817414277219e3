import type { PayloadOf } from '@portico/contract/call'
import type { yearReports } from '@portico/contract/calls/reports'
import { computePublished } from '@portico/rules/authorizations/figures'
import { readScope } from '../../identity/rights/scope.ts'
import { readAudited } from '../../platform/audit/reads.ts'
import { audit } from '../../platform/audit/store.ts'
import type { Database } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { readFigures } from './figures.ts'
import { readTransferFigures } from './transfers.ts'

/** The year's reports (OS-80) of the brands that an administrator works for; throws WRONG-ROLE for other staff. */
export function readReports(
  { database, listNames }: { readonly database: Database; readonly listNames: () => ReadonlyMap<string, string> },
  context: CallContext<Principal>,
): Promise<PayloadOf<typeof yearReports>> {
  const { principal } = context
  return readAudited(database, async (tx) => {
    const { entitlements, brands } = await readScope(tx, principal)
    if (!entitlements.includes('administer')) throw new CallError('WRONG-ROLE')
    await audit(tx, principal, { action: 'reports.read' }, context)
    const names = listNames()
    const name = (brand: string) => names.get(brand) ?? brand
    return {
      transfers: (await readTransferFigures(tx, brands)).map((one) => ({ ...one, name: name(one.brand) })),
      authorizations: (await readFigures(tx, brands)).map(({ brand, year, figures, newest, countedAt }) => {
        const { shares, times } = computePublished(figures)
        return {
          ...{ brand, name: name(brand), year, unsaid: figures.unsaid },
          shares: [...shares],
          times: [...times],
          newest: newest.toISOString(),
          countedAt: countedAt.toISOString(),
        }
      }),
    }
  })
}
