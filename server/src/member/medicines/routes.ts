import {
  coveredDrug,
  listMedicines,
  orderMedicine,
  pharmacyNotice,
  searchFormulary,
} from '@portico/contract/calls/medicines'
import type { EmailService } from '../../mailing/email/service.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { Formularies } from './formularies.ts'
import { findDrugs, type NearestPharmacies, readCoveredDrug } from './formulary.ts'
import { takeSigned } from './notices.ts'
import { placeOrder } from './orders.ts'
import { readMedicines } from './service.ts'

/** A member's medicines (MP-15), and asking a pharmacy for more (MP-16). */
export function bindMedicines(
  binder: Binder,
  parts: {
    readonly emails: EmailService
    /** Whether a pharmacy accepts requests. */
    readonly canOrder: boolean
    /** Shared with the pharmacy; null if no notices are accepted. */
    readonly secret: string | null
    readonly formularies: Formularies
    readonly whereabouts: NearestPharmacies
  },
): void {
  const { canOrder } = parts
  binder.bind(listMedicines, readMedicines(canOrder))

  binder.bind(orderMedicine, async (input, context, tx) => {
    if (!canOrder) throw new CallError('UNAVAILABLE')
    return placeOrder(input, context, tx)
  })

  binder.bind(searchFormulary, findDrugs(parts.formularies))
  binder.bind(coveredDrug, readCoveredDrug(parts))

  binder.bind(pharmacyNotice, takeSigned(parts))
}
