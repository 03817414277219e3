import { benefits, idCardFile } from '@portico/contract/calls/coverage'
import { dropCards, keepCards, keptCards } from '@portico/contract/calls/kept-cards'
import type { BrandService } from '../../brands/brand/service.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import type { RequestAuth } from '../../platform/http/principal.ts'
import { about } from '../../platform/http/recorded.ts'
import type { JobThreads } from '../../platform/threads/job-threads.ts'
import { cardFile } from './card-file.ts'
import type { CardJob } from './card-picture.ts'
import { dropKeptCards, makeKeeping, tellKept } from './kept-cards.ts'
import { type ListWallets, makeReadingBenefits, readCard } from './service.ts'

/** A member's coverage (MP-12). */
export function bindCoverage(
  binder: Binder,
  parts: {
    readonly brands: BrandService
    readonly documents: Pick<JobThreads<CardJob>, 'make'>
    readonly database: Database
    readonly authenticator: RequestAuth
    readonly listWallets: ListWallets
  },
): void {
  const { brands, documents } = parts
  binder.bind(benefits, makeReadingBenefits(parts.listWallets))
  binder.bind(keepCards, makeKeeping(brands))
  binder.bind(dropCards, dropKeptCards)
  binder.bind(keptCards, tellKept(parts))
  binder.bind(idCardFile, {
    handle: async ({ principal, params: { cardId } }, { now }, tx) =>
      about(cardId, await readCard(tx, principal, cardId, now)),
    finish: async ({ card, isNDMedicaid }, { principal, query }, { language, now }) => {
      const { phoneNumber } = brands.servicePhone(principal.brand, { isNDMedicaid }, language)
      const loaded = brands.requireLoaded(principal.brand)
      return cardFile(card, { loaded, phone: phoneNumber, language, now, documents, ...query })
    },
  })
}
