import { join } from 'node:path'
import type { Renderer } from '@portico/contract/page'
import { languageNames } from '../brands/content/language-notices.ts'
import type { BrandsWing } from '../brands/wing.ts'
import type { IdentityWing } from '../identity/wing.ts'
import type { MessagesWing } from '../messages/wing.ts'
import type { Ground } from '../platform/ground.ts'
import type { Binder } from '../platform/http/bind.ts'
import { bindAnalytics } from './analytics/routes.ts'
import { bindLanding } from './landing/routes.ts'
import { bindAssets } from './page/assets.ts'
import { bindRedirects } from './page/redirect-routes.ts'
import { rememberContent } from './page/remembered.ts'
import { bindPages } from './page/routes.ts'
import { bindPocket } from './pocket/routes.ts'
import { bindPreviews } from './preview/routes.ts'
import { bindPreviewCall } from './preview/service.ts'
import { bindSearch } from './search/routes.ts'
import { bindShell } from './shell/routes.ts'
import { bindStubs } from './stubs/routes.ts'

export interface PagesDeps {
  readonly renderer: Renderer
  /** The built files of the page; browsers may cache those in `assets/` forever. */
  readonly pageDir: string
  readonly readMyShopping: Parameters<typeof bindPages>[1]['readMyShopping']
}

/** Binds the rendered pages, and what they depend on. */
export function bindPagesWing(
  binder: Binder,
  house: Ground & BrandsWing & IdentityWing & MessagesWing,
  { renderer, pageDir, readMyShopping }: PagesDeps,
): void {
  const { app, config, contentSource, content, database, holidays, notices } = house
  const { production, scriptOrigins } = config
  const previewParts = { ...house, source: contentSource }
  bindLanding(binder, database)
  bindPreviewCall(binder, previewParts)
  bindShell(binder, house)
  bindSearch(binder, house)
  bindRedirects(app, house)
  bindAnalytics(app, { ...house, views: renderer.views })
  bindPreviews(app, { ...previewParts, renderer })
  bindPages(app, {
    ...house,
    ...{ scriptOrigins, readMyShopping, renderer, production, outageWaitMs: config.outageWaitMs },
    readRemembered: rememberContent(database, contentSource, house.brands.edition),
    shell: { content, languageNames: languageNames(notices), holidays },
  })
  bindPocket(app, { ...house, folder: join(pageDir, 'pocket') })
  if (!production) bindStubs(app, house)
  bindAssets(app, join(pageDir, 'assets'))
}
