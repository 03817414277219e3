import * as calls from '@portico/contract/calls/brand-console'
import type { Binder } from '../../platform/http/bind.ts'
import { requireEntitledScope } from '../staff/administering.ts'
import { decide } from './decide.ts'
import { type BrandConsoleParts, propose, revert, withdraw } from './propose.ts'
import { showBrands } from './show.ts'

/** Brands as administrators edit them, two of them together (BR-8). */
export function bindBrandConsole(binder: Binder, parts: BrandConsoleParts): void {
  binder.bind(calls.listOwnBrands, async (_input, context, tx) =>
    showBrands(tx, parts.brands, await requireEntitledScope(tx, context, 'administer')),
  )
  binder.bind(calls.proposeBrand, propose(parts))
  binder.bind(calls.revertBrand, revert(parts))
  binder.bind(calls.withdrawBrand, withdraw(parts))
  binder.bind(calls.decideBrand, decide(parts))
}
