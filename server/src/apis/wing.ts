import { deriveFrom } from '../brands/brand/live-brands.ts'
import type { BrandSet } from '../brands/brand/load.ts'
import type { BrandsWing } from '../brands/wing.ts'
import type { IdentityWing } from '../identity/wing.ts'
import type { MailingWing } from '../mailing/wing.ts'
import type { Ground } from '../platform/ground.ts'
import type { Binder } from '../platform/http/bind.ts'
import type { InEvenTime } from '../platform/limits/even-time.ts'
import { createWorkBudget } from '../platform/limits/work-budget.ts'
import { createConnect } from './connect/create.ts'
import { bindPlanPeers } from './earlier/peer-routes.ts'
import { bindFhir } from './fhir/routes.ts'
import { bindPriorAuthorization } from './prior-authorization/routes.ts'
import type { AuthorizationKeeper } from './prior-authorization/settle.ts'
import type { Utilization } from './prior-authorization/utilization-port.ts'
import { bindReports } from './reports/routes.ts'

type House = Ground & BrandsWing & MailingWing & IdentityWing

export type ApisWing = ReturnType<typeof createApis>

/** What other organizations' software may ask. */
export function createApis(house: House, deps: { readonly brands: BrandSet; readonly inEvenTime: InEvenTime }) {
  const listNames = deriveFrom(
    deps.brands,
    () => new Map([...deps.brands].map(([code, { texts }]) => [code, texts.en.name])),
  )
  return { connect: createConnect({ ...house, listNames }), listNames, inEvenTimeForSystems: deps.inEvenTime }
}

/** What the wings above store, and the plan's utilization system. */
export interface ApisHooks {
  readonly keeper: AuthorizationKeeper
  readonly utilization: Utilization | null
}

export async function bindApisWing(binder: Binder, house: House & ApisWing, hooks: ApisHooks): Promise<void> {
  const { app, connect, listNames, database, limits, ownOrigins, inEvenTimeForSystems: inEvenTime } = house
  connect.bind(app, binder)
  bindPlanPeers(binder, { isProduction: house.config.production })
  // Separate from the calls' budget: apps' requests take nothing from the people behind the same address.
  const { readAppAccess, readSystemAccess } = connect
  await bindFhir(app, {
    ...{ ...house, readAppAccess, readSystemAccess, inEvenTime, work: createWorkBudget() },
    takesRequests: hooks.utilization !== null,
  })
  await bindPriorAuthorization(app, {
    ...{ database, limits, work: createWorkBudget(), readSystemAccess, ...hooks },
    isBrand: (code) => listNames().has(code),
  })
  bindReports(app, binder, { database, ownOrigins, listNames })
}
