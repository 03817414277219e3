import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { findAccount } from '../../identity/accounts/account-statement.ts'
import type { EmailService } from '../../mailing/email/service.ts'
import type { Config } from '../../platform/config.ts'
import type { Database, Reader } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import type { OwnOrigins } from '../../platform/http/own-origins.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { ReadAppAccess, ReadSystemAccess } from '../fhir/access.ts'
import { bindAppRegistry } from './app-routes.ts'
import type { App } from './app-store.ts'
import { bindDevelopers } from './developers.ts'
import { createEnding, type EndApps } from './ending.ts'
import { createIdKeys } from './id-keys.ts'
import { bindApps } from './person-routes.ts'
import { createReadAppAccess } from './read-access.ts'
import { createReadSystemAccess } from './read-system-access.ts'
import { bindConnect } from './routes.ts'
import { createTelling } from './telling.ts'

export interface Connect {
  bind(app: FastifyInstance, binder: Binder): void
  readonly readAppAccess: ReadAppAccess
  readonly readSystemAccess: ReadSystemAccess
  readonly endApps: EndApps
}

/** Apps that people connect: their authorization, and what they may read. */
export function createConnect(parts: {
  readonly database: Database
  readonly config: Config
  readonly emails: EmailService
  readonly limits: Limits
  readonly ownOrigins: OwnOrigins
  /** All brands: their codes and names. */
  readonly listNames: () => ReadonlyMap<string, string>
  readonly logger: Pick<FastifyBaseLogger, 'warn'>
}): Connect {
  const { database, config, emails, limits, ownOrigins, listNames, logger } = parts
  const isBrand = (code: string) => listNames().has(code)
  const { sandboxBrands } = config
  const tell = createTelling(emails)
  const { closeApps, endApps } = createEnding(tell)
  const idKeys = createIdKeys({ configured: config.idTokenKey, dataDir: config.dataDir })
  const isOpen = ({ state }: Pick<App, 'state'>, brand: string) =>
    state === 'listed' || (state !== 'ended' && (sandboxBrands === null || sandboxBrands.includes(brand)))
  return {
    endApps,
    readAppAccess: createReadAppAccess({ database, isOpen }),
    readSystemAccess: createReadSystemAccess({ database, isOpen }),
    bind: (app, binder) => {
      const isSandbox = (code: string) => sandboxBrands === null || sandboxBrands.includes(code)
      const plans = () => [...listNames()].map(([code, name]) => ({ code, name, isSandbox: isSandbox(code) }))
      bindDevelopers(app, { database, limits, ownOrigins, plans, mayTry: config.demo })
      bindAppRegistry(binder, { emails, endApps, database, reach: { inside: config.privateProviders } })
      bindApps(binder, { database, limits, tell, closeApps, isOpen, ownOrigins })
      bindConnect(app, {
        ...{ database, limits, idKeys, isOpen, endApps, isBrand, ownOrigins },
        readClaims: (accountId) => readClaims(database.read, accountId),
        reach: { inside: config.privateProviders },
        warn: (err) => logger.warn({ err }, 'an authorization failed'),
      })
    },
  }
}

async function readClaims(db: Reader, accountId: string) {
  const account = await findAccount(db, accountId)
  return account === undefined
    ? null
    : { memberId: account.member_id, name: `${account.first_name} ${account.last_name}`.trim() }
}
