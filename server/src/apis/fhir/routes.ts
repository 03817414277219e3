import { directoryTypes } from '@portico/contract/fhir/directory'
import { formularyTypes } from '@portico/contract/fhir/formulary'
import type { FastifyInstance } from 'fastify'
import type { BrandService } from '../../brands/brand/service.ts'
import type { DataKey } from '../../platform/data-key.ts'
import type { Database } from '../../platform/db/database.ts'
import type { OwnOrigins } from '../../platform/http/own-origins.ts'
import type { InEvenTime } from '../../platform/limits/even-time.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { WorkBudget } from '../../platform/limits/work-budget.ts'
import type { ReadAppAccess, ReadSystemAccess } from './access.ts'
import { createAllowances } from './allowances.ts'
import { bindBrands } from './brands-routes.ts'
import { createDirectorySource } from './directory/source.ts'
import { bindExchange } from './exchange/routes.ts'
import { createFormularySource } from './formulary/source.ts'
import { bindMember } from './member/routes.ts'
import { bindOpen } from './open/routes.ts'
import { sendOutcome } from './outcome.ts'
import { createPlaces } from './places.ts'
import { openToApps } from './request.ts'

export interface FhirParts {
  readonly database: Database
  readonly dataKey: Pick<DataKey, 'seal' | 'open'>
  readonly brands: Pick<BrandService, 'served' | 'requireLoaded' | 'edition'>
  readonly ownOrigins: Pick<OwnOrigins, 'issuerFor'>
  readonly readAppAccess: ReadAppAccess
  readonly work: WorkBudget
  readonly readSystemAccess: ReadSystemAccess
  readonly limits: Limits
  readonly inEvenTime: InEvenTime
  /** Whether prior authorization requests can be sent (OS-56). */
  readonly takesRequests: boolean
}

/** Binds the FHIR APIs of all brands. */
export async function bindFhir(house: FastifyInstance, parts: FhirParts): Promise<void> {
  const allowances = createAllowances()
  const places = createPlaces(parts.brands, parts.ownOrigins)
  await house.register(async (app) => {
    app.setErrorHandler(sendOutcome)
    app.addHook('onRequest', openToApps)
    bindMember(app, { ...parts, allowances, places })
    await bindExchange(app, { ...parts, allowances, toPlace: places.toPlace })
    bindBrands(app, parts.brands, places)
    const open = { work: parts.work, places }
    bindOpen(app, open, {
      name: 'directory',
      what: 'directory of providers',
      types: directoryTypes,
      source: createDirectorySource(parts.database),
    })
    bindOpen(app, open, {
      name: 'formulary',
      what: 'covered drugs',
      types: formularyTypes,
      source: createFormularySource(parts.database),
    })
  })
}
