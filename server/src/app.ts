import type { Renderer } from '@portico/contract/page'
import type { FastifyInstance } from 'fastify'
import { readUnsent } from './apis/prior-authorization/request-store.ts'
import type { Utilization } from './apis/prior-authorization/utilization-port.ts'
import { bindApisWing, createApis } from './apis/wing.ts'
import type { BrandSet } from './brands/brand/load.ts'
import { bindBrandsWing, createBrands } from './brands/wing.ts'
import type { ZipTable } from './brands/zip/table.ts'
import { bindCareWing, createCare } from './care/wing.ts'
import { demoFormulary } from './demo/demo/formulary.ts'
import { bindDemoPages } from './demo/demo/pages.ts'
import { countAttempts } from './identity/sign-on/attempt-store.ts'
import { binderOptions, bindIdentityWing, createIdentity, type IdentityDeps } from './identity/wing.ts'
import { authorizationKeeper } from './imports/imports/keep-authorization.ts'
import { bindPeopleData } from './imports/records/routes.ts'
import { readOutboxDepth } from './mailing/email/service.ts'
import { bindMailingWing, createMailing } from './mailing/wing.ts'
import { countUnconfirmed } from './member/medicines/order-store.ts'
import { endAllAccess } from './member/people/end.ts'
import { maySeeStill } from './member/people/viewing-right.ts'
import { bindMemberWing, createMembers } from './member/wing.ts'
import { bindMessagesWing, createMessages } from './messages/wing.ts'
import { bindPagesWing } from './pages/wing.ts'
import { countUnforwarded } from './platform/audit/forward/store.ts'
import { countUnsealed } from './platform/audit/seal-store.ts'
import { createGround, type GroundDeps } from './platform/ground.ts'
import { createBinder } from './platform/http/bind.ts'
import { createOwnOrigins } from './platform/http/own-origins.ts'
import { createServer } from './platform/http/server.ts'
import { bindMetrics } from './platform/metrics/metrics.ts'
import { bindSystem } from './platform/system/routes.ts'
import type { Telemetry } from './platform/telemetry/telemetry.ts'
import { moveChoice } from './sales/agencies/store.ts'
import { producerInfo } from './sales/agencies/user-info.ts'
import { readLedgerState } from './sales/premium/check.ts'
import { bindSalesWing, createSales } from './sales/wing.ts'
import type { Instance } from './staff/oversight/instances.ts'
import { bindStaffWing, createGroupArrival, createPersonMaking } from './staff/wing.ts'
import { findConversation } from './staff/workspace/conversation.ts'
import { bindThreadFiles } from './staff/workspace/files.ts'
import { createIntake } from './staff/workspace/intake.ts'

/** Everything that the application needs from outside; `main` and the tests provide it. */
export interface AppDeps extends GroundDeps, Omit<IdentityDeps, 'ownOrigins' | 'maySeeStill'> {
  readonly brands: BrandSet
  readonly zips: ZipTable
  /** The plan's utilization system (OS-56); null: there is none. */
  readonly utilization: Utilization | null
  readonly renderer: Renderer
  /** The built files of the page; those in `assets/` are served to be cached forever. */
  readonly pageDir: string
  /** Reports that this instance is running (AD-5); null: nothing is reported. */
  readonly instance: Instance | null
  /** Null: no collector is told of requests (OP-9). */
  readonly telemetry: Telemetry | null
  /** Aborted once this instance is about to stop: it is no longer ready (OP-3). */
  readonly draining: AbortSignal
}

/**
 * Builds the application without listening, wing upon wing. What a lower wing needs of a higher one is handed to it here; each wing
 * binds its own calls.
 */
export async function createApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, database, logger, draining } = deps
  const ownOrigins = createOwnOrigins(config)
  const app = await createServer({ config, logger, ownOrigins, draining })

  deps.telemetry?.bind(app, () => database.pool())

  const ground = createGround(app, deps)
  const branded = { ...ground, ...(await createBrands(ground, deps)) }
  const mailing = { ...branded, ...createMailing(branded) }
  const identified = { ...mailing, ...createIdentity(mailing, { ...deps, ownOrigins, maySeeStill }) }
  const withMembers = {
    ...identified,
    ...createMembers(identified, { demoFormulary: config.demo ? demoFormulary : null }),
    ...createCare(branded),
    ...createApis(identified, deps),
  }
  const selling = { ...withMembers, ...createSales(withMembers) }
  const house = { ...selling, ...createMessages(selling, { createIntake: () => createIntake(selling) }) }

  const binding = binderOptions(house)
  const binder = createBinder({ ...binding, app })
  bindBrandsWing(binder, house)
  bindMailingWing(binder, house)
  bindIdentityWing(binder, house, {
    demands: [house.guardianSignIn],
    producerInfo,
    keepChoices: moveChoice,
    settleGroups: createGroupArrival(house),
    making: createPersonMaking(house),
    endAccess: async (tx, principal, at) => {
      await endAllAccess(tx, house.sessions, principal, at)
      const { accountId } = principal
      await house.connect.endApps(tx, { accountId }, { ...at, reason: 'account-closed', by: principal })
    },
  })
  const { leadIntake, whereabouts } = house
  bindMemberWing(binder, house, { leadIntake, whereabouts })
  bindCareWing(binder, house)
  await bindApisWing(binder, house, { keeper: authorizationKeeper, utilization: deps.utilization })
  await bindMessagesWing(binder, house, {
    binding,
    findConversation,
    bindFiles: (fileBinder, attachments) => bindThreadFiles(fileBinder, { database, attachments }),
  })
  const { readMyShopping } = bindSalesWing(binder, house)
  await bindStaffWing(binder, house, deps.instance)
  bindPeopleData(binder, house)
  bindPagesWing(binder, house, { ...deps, readMyShopping })

  const { production, metricsToken: token, auditForward: forward } = config
  bindSystem(app, { ...house, instanceId: deps.instance?.instanceId ?? null, production, draining })
  bindMetrics(app, {
    ...{ database, production, token },
    eventStreams: () => house.mailStreams.count(),
    outboxDepth: () => readOutboxDepth(database.read),
    countUnconfirmedOrders: () => countUnconfirmed(database.read, new Date()),
    readUnsentRequests: () => readUnsent(database.read),
    ledger: () => readLedgerState(database.read),
    readUnsealed: () => countUnsealed(database.read),
    countSignOns: () => countAttempts(database.read, new Date()),
    countUnforwarded: forward && (() => countUnforwarded(database.read, forward.name)),
  })
  if (config.demo) bindDemoPages(app)
  return app
}
