import { startSimulation } from '@portico/contract/calls/simulation'
import type { BrandService } from '../../brands/brand/service.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { setSimulationCookies } from './cookies.ts'
import type { Simulations } from './simulation.ts'

export function bindSimulation(
  binder: Binder,
  parts: { readonly simulations: Simulations; readonly brands: BrandService },
): void {
  binder.bind(startSimulation, async ({ principal, params, body }, context) => {
    const { now, origin, userAgent, cookies } = context
    const started = await parts.simulations.start({
      principal,
      loginId: params.logonID,
      ...body,
      sessionToken: cookies.LtpaToken2,
      pageKey: context.header('obssocookie'),
      now,
      origin,
      userAgent,
    })
    setSimulationCookies(context, started)
    parts.brands.setCookies(context, started.account.brand)
    return started.payload
  })
}
