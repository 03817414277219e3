import type { yearReports } from '@portico/contract/calls/reports'
import { computePublished } from '@portico/rules/authorizations/figures'
import { readScope } from '../../identity/rights/scope.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { readFigures } from './figure-store.ts'
import { readTransferFigures } from './transfer-store.ts'

/** The yearly reports (OS-80) of the brands that an administrator works for; throws WRONG-ROLE for other staff. */
export function readReports(listNames: () => ReadonlyMap<string, string>): AuditedHandler<typeof yearReports> {
  return async (_input, { principal }, tx) => {
    const { entitlements, brands } = await readScope(tx, principal)
    if (!entitlements.includes('administer')) throw new CallError('WRONG-ROLE')
    const names = listNames()
    const findName = (brand: string) => names.get(brand) ?? brand
    return {
      transfers: (await readTransferFigures(tx, brands)).map((one) => ({ ...one, name: findName(one.brand) })),
      authorizations: (await readFigures(tx, brands)).map(({ brand, year, figures, newest, countedAt }) => {
        const { shares, times } = computePublished(figures)
        return {
          ...{ brand, name: findName(brand), year, unsaid: figures.unsaid },
          shares: [...shares],
          times: [...times],
          newest: newest.toISOString(),
          countedAt: countedAt.toISOString(),
        }
      }),
    }
  }
}
