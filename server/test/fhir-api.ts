import { randomUUID } from 'node:crypto'
import { join, resolve } from 'node:path'
import { withOverrides } from '@portico/rules/brand/overrides'
import type { AppAccess } from '../src/apis/fhir/access.ts'
import { bindFhir } from '../src/apis/fhir/routes.ts'
import { loadBrands } from '../src/brands/brand/load.ts'
import { createBrandService } from '../src/brands/brand/service.ts'
import { readConfig } from '../src/platform/config.ts'
import { loadDataKey } from '../src/platform/data-key.ts'
import { createOwnOrigins } from '../src/platform/http/own-origins.ts'
import { createServer } from '../src/platform/http/server.ts'
import { createEvenTime } from '../src/platform/limits/even-time.ts'
import { createLimits } from '../src/platform/limits/limits.ts'
import { createWorkBudget, type WorkBudget } from '../src/platform/limits/work-budget.ts'
import { createLogger } from '../src/platform/logger.ts'
import type { Portal } from './portal.ts'

export type Given = Partial<AppAccess> & Pick<AppAccess, 'brand' | 'memberId'>

/** The FHIR APIs on a portal's database, with tokens that a test makes. */
export async function openFhirApi(portal: Pick<Portal, 'database' | 'dataDir'>, work?: WorkBudget) {
  let asked = 0

  const tokens = new Map<string, AppAccess>()
  const log: string[] = []
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: portal.dataDir, PORT: '0' })
  const ownOrigins = createOwnOrigins(config)
  const logger = createLogger('trace', { write: (line: string) => void log.push(line) })
  const app = await createServer({ config, logger, ownOrigins, draining: new AbortController().signal })
  const brands = createBrandService({
    brands: loadBrands(join(resolve(import.meta.dirname, '../..'), 'brands'), withOverrides),
    brandOfZip: () => null,
    defaultServicePhone: '',
  })
  await bindFhir(app, {
    database: portal.database,
    // Tests ask more than anyone else: a second goes by with each call.
    work: work ?? createWorkBudget(() => (asked += 1000)),
    dataKey: loadDataKey({ configured: undefined, dataDir: portal.dataDir }),
    brands,
    ownOrigins,
    limits: createLimits(portal.database),
    inEvenTime: createEvenTime(10),
    readSystemAccess: async () => null,
    takesRequests: false,
    readAppAccess: async (token, brand) => {
      const access = tokens.get(token)
      return access?.brand === brand ? access : null
    },
  })
  return {
    app,
    log,
    /** A token for a member's data. */
    tokenFor: (given: Given): string => {
      const token = randomUUID()
      const access = { grantId: randomUUID(), clientId: 'app', accountId: randomUUID(), includesSensitive: false }
      tokens.set(token, { ...access, scopes: ['patient/*.rs'], ...given })
      return token
    },
    ask: async (
      token: string | null,
      url: string,
      more: {
        readonly method?: 'GET' | 'POST'
        readonly payload?: string
        readonly headers?: Record<string, string>
      } = {},
    ) => {
      const headers = { ...(token !== null && { authorization: `Bearer ${token}` }), ...more.headers }
      const answer = await app.inject({
        method: more.method ?? 'GET',
        url,
        headers,
        ...(more.payload !== undefined && { payload: more.payload }),
      })
      return {
        status: answer.statusCode,
        headers: answer.headers,
        text: answer.body,
        body: answer.body === '' ? null : JSON.parse(answer.body),
      }
    },
  }
}

export type FhirApi = Awaited<ReturnType<typeof openFhirApi>>
