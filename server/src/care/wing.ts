import type { BrandsWing } from '../brands/wing.ts'
import type { MailingWing } from '../mailing/wing.ts'
import type { Ground } from '../platform/ground.ts'
import type { Binder } from '../platform/http/bind.ts'
import type { ListJob } from './finder/list-document.ts'
import { bindMaps } from './finder/maps.ts'
import { bindFinder, listThread } from './finder/routes.ts'
import { createWhereabouts } from './finder/whereabouts.ts'
import { hcpcsList } from './rates/hcpcs.ts'
import { bindCareCosts } from './rates/routes.ts'
import { createServiceIndexes } from './rates/service-indexes.ts'

type CareWing = ReturnType<typeof createCare>

/** Who gives care, where, and at what price. */
export function createCare(house: BrandsWing) {
  return { whereabouts: createWhereabouts(house.zips) }
}

export function bindCareWing(binder: Binder, house: Ground & BrandsWing & MailingWing & CareWing): void {
  const { app, config, contentDir, startJobThreads } = house
  bindFinder(binder, { ...house, documents: startJobThreads<ListJob>(listThread, 1) })
  const hcpcs = hcpcsList(contentDir)
  bindCareCosts(binder, { ...house, hcpcs, indexes: createServiceIndexes(hcpcs) })
  bindMaps(app, binder, { ...house, scriptOrigins: config.scriptOrigins })
}
