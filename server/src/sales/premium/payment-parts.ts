import type { Language } from '@portico/contract/page'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../platform/db/database.ts'
import type { Gateway } from '../../platform/gateway/port.ts'

export interface PaymentParts {
  readonly database: Database
  readonly gateway: Gateway | null
  /** The name of a brand. */
  readonly findBrandName: (brand: string, language: Language) => string
  readonly logger: Pick<FastifyBaseLogger, 'warn'>
}

/** How long after beginning something at the gateway we first ask about it. */
export const firstPollMs = 60_000
