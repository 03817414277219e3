import type { FastifyBaseLogger } from 'fastify'
import type { EmailService } from '../../mailing/email/service.ts'
import type { EmailValues } from '../../mailing/email/templates.ts'
import { dayMs } from '../../platform/day.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { type Job, startJob } from '../../platform/job.ts'
import { writeToConfirmers } from '../staff/confirmers.ts'
import { listLastFiles, noteToldLate, takeUntoldHeld } from './feed-notice-store.ts'
import { type Expecting, readExpecting } from './when-expected.ts'

interface Telling {
  readonly database: Database
  readonly emails: Pick<EmailService, 'queue'>
  readonly findBrandName: (brand: string) => string
}

const everyMs = 60_000
/** After this long without files, we no longer expect any. */
const waitedForMs = 45 * dayMs

/** Notifies administrators by e-mail of nightly files that are held, or do not arrive (FD-7); any number of instances may run. */
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

/** Notifies once of each night that is held, and once of each sender whose files are late. */
export async function tellOfFeeds({ database, emails, findBrandName }: Telling, now: Date): Promise<void> {
  await database.transaction(async (tx) => {
    for (const { brand, arrivedAt } of await takeUntoldHeld(tx, now)) {
      const values = { at: arrivedAt.toISOString(), feedBrand: findBrandName(brand) }
      await tell(tx, brand, { template: 'feed-held', values, now })
    }
    const expecting = new Map<string, Expecting>()
    for (const last of await listLastFiles(tx, new Date(now.getTime() - waitedForMs))) {
      const expect = expecting.get(last.brand) ?? (await readExpecting(tx, last.brand))
      expecting.set(last.brand, expect)
      const expected = expect(last.sender, last.arrivedAt, now)
      if (expected?.isLate !== true || !(await noteToldLate(tx, last))) continue
      const { expectedBy } = expected
      // Senders choose their own names, so we limit the length.
      const sender = last.sender.slice(0, 50)
      const values = { at: expectedBy.toISOString(), feedBrand: findBrandName(last.brand), sender }
      await tell(tx, last.brand, { template: 'feed-late', values, now })
    }
  })

  function tell<Template extends 'feed-held' | 'feed-late'>(
    tx: Tx,
    brand: string,
    letter: { readonly template: Template; readonly values: EmailValues[Template]; readonly now: Date },
  ): Promise<void> {
    return writeToConfirmers(tx, emails, { brands: [brand], except: null }, letter)
  }
}
