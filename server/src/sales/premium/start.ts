import type { FastifyBaseLogger } from 'fastify'
import type { BrandSet } from '../../brands/brand/load.ts'
import type { EmailService } from '../../mailing/email/service.ts'
import type { DataKey } from '../../platform/data-key.ts'
import { hourMs } from '../../platform/day.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Gateway } from '../../platform/gateway/port.ts'
import { startJob } from '../../platform/job.ts'
import { runAutopay } from './autopay.ts'
import { checkLedger } from './check.ts'
import { createMethods } from './methods.ts'
import { notifyOfBills, notifyOfPayments } from './notifying.ts'
import { createPayments } from './payments.ts'
import { pollPayments } from './polling.ts'

/** Every few seconds, asks about payments under way; once a night, compares the books. */
export function startPayments(parts: {
  readonly database: Database
  /** Null: payments are off; e-mails about bills go out anyway. */
  readonly gateway: Gateway | null
  readonly emails: EmailService
  readonly dataKey: DataKey
  readonly brands: BrandSet
  readonly logger: Pick<FastifyBaseLogger, 'warn'>
}): { stop(): Promise<void> } {
  const { database, gateway, brands, logger, emails, dataKey } = parts
  const findBrandName: Parameters<typeof createPayments>[0]['findBrandName'] = (brand, language) =>
    brands.get(brand)?.texts[language].name ?? brand
  const payments = createPayments({ database, gateway, findBrandName, logger })
  const methods = createMethods({ database, gateway, findBrandName, logger })
  const looks = startJob({
    run: async (signal) => {
      await pollPayments({ database, payments }, new Date(), signal)
      await methods.pollDue(new Date(), signal)
      while ((await notifyOfPayments({ database, emails, dataKey }, new Date())) > 0 && !signal.aborted);
    },
    firstMs: 5_000,
    everyMs: 5_000,
    logger,
    failed: 'payments could not be checked with the gateway, tried again soon',
  })
  const checks = startJob({
    run: async () => {
      if (gateway !== null) await checkLedger(database, gateway, new Date())
    },
    firstMs: 10 * 60_000,
    everyMs: hourMs,
    logger,
    failed: 'the ledger could not be compared with the gateway, tried again in an hour',
  })
  const bills = startJob({
    run: async (signal) => {
      await runAutopay({ database, emails, gateway: gateway?.name ?? null }, new Date(), signal)
      while ((await notifyOfBills({ database, emails }, new Date())) > 0 && !signal.aborted);
    },
    firstMs: 60_000,
    everyMs: hourMs,
    logger,
    failed: 'bills that are due: automatic payments or e-mails could not be prepared, tried again in an hour',
  })
  return {
    stop: async () => {
      await Promise.all([looks.stop(), checks.stop(), bills.stop()])
    },
  }
}
