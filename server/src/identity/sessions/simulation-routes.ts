import { startSimulation, startSimulationBeside } from '@portico/contract/calls/simulation'
import type { BrandService } from '../../brands/brand/service.ts'
import type { Binder } from '../../platform/http/bind.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { OwnOrigins } from '../../platform/http/own-origins.ts'
import type { CallInput } from '../../platform/http/stages.ts'
import { addressOfTicket } from './beside-routes.ts'
import { setSimulationCookies } from './cookies.ts'
import type { SimulationRequest, Simulations } from './simulation.ts'

export function bindSimulation(
  binder: Binder,
  parts: { readonly simulations: Simulations; readonly brands: BrandService; readonly ownOrigins: OwnOrigins },
): void {
  binder.bind(startSimulation, async (input, context) => {
    const started = await parts.simulations.start(toRequest(input, context))
    setSimulationCookies(context, started)
    parts.brands.setCookies(context, started.account.brand)
    return started.payload
  })
  binder.bind(startSimulationBeside, async (input, context) => {
    const addressOf = addressOfTicket(parts.ownOrigins, context.calledOrigin)
    return { address: addressOf?.(await parts.simulations.startBeside(toRequest(input, context))) ?? null }
  })
}

function toRequest(
  { principal, params, body }: Pick<CallInput<typeof startSimulation>, 'principal' | 'params' | 'body'>,
  { now, origin, userAgent, cookies, header }: CallContext,
): SimulationRequest {
  const held = { principal, sessionToken: cookies.LtpaToken2, pageKey: header('obssocookie') }
  return { ...held, loginId: params.logonID, ...body, now, origin, userAgent }
}
