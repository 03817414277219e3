import type { FastifyBaseLogger } from 'fastify'
import type { EmailService } from '../../mailing/email/service.ts'
import type { EmailValues } from '../../mailing/email/templates.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { type Job, startJob } from '../../platform/job.ts'
import { listConfirmers } from '../staff/confirmer-store.ts'
import { listLastFiles, noteToldLate, takeUntoldHeld } from './feed-notice-store.ts'
import { whenExpected } from './when-expected.ts'

interface Telling {
  readonly database: Database
  readonly emails: Pick<EmailService, 'queue'>
  readonly findBrandName: (brand: string) => string
}

const everyMs = 60_000
/** For files that have stayed away for as long nobody waits. */
const waitedForMs = 45 * 86_400_000

/** Tells administrators by e-mail of nightly files that are held, or do not come (FD-7); any number of instances may run. */
export function startTellingOfFeeds({
  brands,
  logger,
  ...parts
}: Omit<Telling, 'findBrandName'> & {
  readonly brands: ReadonlyMap<string, { readonly texts: { readonly en: { readonly name: string } } }>
  readonly logger: Pick<FastifyBaseLogger, 'warn'>
}): Job {
  const findBrandName = (brand: string) => brands.get(brand)?.texts.en.name ?? brand
  return startJob({
    run: () => tellOfFeeds({ ...parts, findBrandName }, new Date()),
    firstMs: everyMs,
    everyMs,
    logger,
    failed: 'X12 files: administrators could not be told of them, tried again soon',
  })
}

/** Tells once of each night that is held, and once of each sender whose files are late. */
export async function tellOfFeeds({ database, emails, findBrandName }: Telling, now: Date): Promise<void> {
  await database.transaction(async (tx) => {
    for (const { brand, arrivedAt } of await takeUntoldHeld(tx, now))
      await tell(tx, brand, 'feed-held', { at: arrivedAt.toISOString(), feedBrand: findBrandName(brand) })
  })
  for (const last of await listLastFiles(database.read, new Date(now.getTime() - waitedForMs))) {
    const { expectedBy, isLate } = whenExpected(last.arrivedAt, now)
    if (!isLate) continue
    await database.transaction(async (tx) => {
      if (!(await noteToldLate(tx, last))) return
      const at = expectedBy.toISOString()
      // A sender writes its name itself.
      const sender = last.sender.slice(0, 50)
      await tell(tx, last.brand, 'feed-late', { at, feedBrand: findBrandName(last.brand), sender })
    })
  }

  /** Those who can decide about a brand's files, each in the frame of the brand that they sign in to. */
  async function tell<Template extends 'feed-held' | 'feed-late'>(
    tx: Tx,
    feedOf: string,
    template: Template,
    values: EmailValues[Template],
  ): Promise<void> {
    for (const { email: to, brand } of await listConfirmers(tx, { brands: [feedOf], except: null }))
      await emails.queue(tx, { template, values, to, brand, language: 'en', memberId: null, now })
  }
}
