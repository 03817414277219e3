import type { Ground } from '../platform/ground.ts'
import type { Binder } from '../platform/http/bind.ts'
import { startJob } from '../platform/job.ts'
import type { BrandSet } from './brand/load.ts'
import { bindBrand } from './brand/routes.ts'
import { createBrandService } from './brand/service.ts'
import { closeWithdrawnHosts } from './brand/withdrawn.ts'
import { bindConfigLists } from './config-lists/routes.ts'
import { createHeldTexts } from './content/held.ts'
import { loadLanguageNotices } from './content/language-notices.ts'
import { bindContent } from './content/routes.ts'
import { createContentService } from './content/service.ts'
import { databaseContent } from './content/source.ts'
import { loadTargets } from './content/targets.ts'
import { sayCheckedOnPages } from './languages/line.ts'
import { createCatalogues } from './plans/catalogue.ts'
import type { ZipTable } from './zip/table.ts'

/** How old texts in memory may be, in ms: well within the five seconds of CT-8. */
const renewTextsMs = 2_000

export type BrandsWing = Awaited<ReturnType<typeof createBrands>>

/** Brands, their texts and plans. */
export async function createBrands(ground: Ground, deps: { readonly brands: BrandSet; readonly zips: ZipTable }) {
  const { app, database, contentDir, defaultServicePhone, holidays, logger } = ground
  const { zips } = deps
  const contentSource = databaseContent(database)
  const content = createContentService(contentSource)
  const held = createHeldTexts(contentSource.present)
  await contentSource.read()
  const renewal = startJob({
    run: async () => void (await contentSource.read()),
    firstMs: renewTextsMs,
    everyMs: renewTextsMs,
    logger,
    failed: 'texts could not be read again, tried again soon',
  })
  app.addHook('onClose', () => renewal.stop())
  const brands = createBrandService({ held, brands: deps.brands, brandOfZip: zips.findBrand, defaultServicePhone })
  closeWithdrawnHosts(app, brands)
  sayCheckedOnPages(app, { database, brands })
  return {
    ...{ contentSource, content, held, brands, zips },
    catalogues: createCatalogues(database),
    notices: loadLanguageNotices(contentDir, held),
    targets: loadTargets(contentDir, holidays),
    findSharedCode: (brand: string) => brands.get(brand).sharedBrandCode,
    findState: (zipCode: string) => zips.place(zipCode)?.state ?? null,
  }
}

export function bindBrandsWing(binder: Binder, house: Ground & BrandsWing): void {
  const { app, config, database, content } = house
  bindBrand(binder, app, house)
  bindConfigLists(binder, { database, scansAttachments: config.scanning.clamd !== null })
  bindContent(binder, content)
}
