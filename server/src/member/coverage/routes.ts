import { benefits, idCardFile } from '@portico/contract/calls/coverage'
import type { BrandService } from '../../brands/brand/service.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import type { PdfMaker } from '../../platform/pdf/makers.ts'
import { cardFile } from './card-file.ts'
import type { CardJob } from './card-picture.ts'
import { readBenefits, readCard } from './service.ts'

/** A member's coverage (MP-12). */
export function bindCoverage(
  binder: Binder,
  parts: {
    readonly database: Database
    readonly brands: BrandService
    readonly documents: Pick<PdfMaker<CardJob>, 'make'>
  },
): void {
  const { database, brands, documents } = parts
  binder.bind(benefits, ({ principal }, context) => readBenefits(database, principal, context))

  binder.bind(idCardFile, async ({ principal, params, query }, context) => {
    const { card, isNDMedicaid } = await readCard(database, principal, params.cardId, context)
    const { language, now } = context
    const { phoneNumber } = brands.servicePhone(principal.brand, { isNDMedicaid }, language)
    return cardFile(card, {
      loaded: brands.requireLoaded(principal.brand),
      phone: phoneNumber,
      language,
      now,
      documents,
      ...query,
    })
  })
}
