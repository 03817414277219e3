import type { BrandService } from '../../brands/brand/service.ts'
import type { Catalogues } from '../../brands/plans/catalogue.ts'
import type { ZipTable } from '../../brands/zip/table.ts'
import type { EmailService } from '../../mailing/email/service.ts'
import type { Formularies } from '../../member/medicines/formularies.ts'
import type { DataKey } from '../../platform/data-key.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import type { RequestAuth } from '../../platform/http/principal.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { createJobThreads } from '../../platform/threads/job-threads.ts'
import type { FirstPremiums } from '../premium/first-premium.ts'
import { createPlanCare } from './care.ts'
import { bindCarts } from './cart.ts'
import { bindShopDocuments, type ShopJob, shopThread } from './documents.ts'
import { bindEnrollments } from './enrollment.ts'
import { bindMyShopping, type ReadMyShopping } from './mine.ts'
import { createQuotes, type Quotes } from './quote.ts'
import { bindShop } from './routes.ts'
import { bindSavedShopping } from './saved.ts'
import { createShopper, type Shopper } from './shopper.ts'
import { createTerritory, type Territory } from './territory.ts'
import { loadWindows } from './windows.ts'

/** Creates and binds the shop; returns its quotes for other capabilities, and a way to stop it. */
export function createShop(
  binder: Binder,
  parts: {
    readonly database: Database
    readonly dataKey: DataKey
    readonly limits: Limits
    readonly emails: EmailService
    readonly brands: BrandService
    readonly zips: ZipTable
    readonly authenticator: RequestAuth
    readonly contentDir: string
    readonly firstPremiums: FirstPremiums
    readonly catalogues: Catalogues
    readonly formularies: Formularies
  },
): {
  readonly territory: Territory
  readonly quotes: Quotes
  readonly shopper: Shopper
  readonly readMyShopping: ReadMyShopping
  close(): Promise<void>
} {
  const { brands, catalogues } = parts
  const territory = createTerritory(parts)
  const quotes = createQuotes({ brands, territory, catalogues, findWindows: loadWindows(parts.contentDir) })
  const documents = createJobThreads<ShopJob>(shopThread, 1)
  const care = createPlanCare({ ...parts, territory })
  const shopper = createShopper(parts.authenticator)
  const shared = { ...parts, territory, quotes, care, shopper }
  bindShop(binder, { ...parts, quotes, care })
  bindShopDocuments(binder, { ...shared, documents })
  bindSavedShopping(binder, shared)
  bindCarts(binder, shared)
  bindEnrollments(binder, shared)
  const readMyShopping = bindMyShopping(binder, parts)
  return { territory, quotes, shopper, readMyShopping, close: () => documents.close() }
}
