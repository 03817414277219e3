import type { ApplicationState } from '@portico/rules/shop/application'
import type { FastifyBaseLogger } from 'fastify'
import type { EmailService } from '../../mailing/email/service.ts'
import type { DataKey } from '../../platform/data-key.ts'
import { easternDay } from '../../platform/day.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { type Job, startJob } from '../../platform/job.ts'
import { reserveNews } from '../../platform/limits/limits.ts'
import { forgetProposals } from '../proposals/store.ts'
import { type ApplicationContent, linkApplication, makeApplicationTicket, openContent } from './application.ts'
import { forgetDrafts } from './draft-store.ts'
import { CART_DAYS } from './own-cart.ts'
import {
  type Application,
  findApplication,
  forgetShopping,
  holdInState,
  holdUntold,
  moveOn,
  noteTold,
} from './store.ts'

export interface EffectuationParts {
  readonly database: Database
  readonly dataKey: DataKey
  readonly emails: EmailService
}

/** How long agencies see a proposal without a result after its link has ended. */
const PROPOSAL_KEPT_DAYS = 365

/** How many applications a single transaction moves on. */
const maxAtOnce = 50

/**
 * Moves applications on as far as possible (SH-9): an application whose first premium has arrived takes effect, and one whose premium
 * never arrived ends. Queues e-mails about events not yet reported. Each step is a transaction that takes only applications in its
 * starting state, so that a crash between two steps loses nothing and repeats nothing, on any number of instances.
 */
export async function effectuate({ database, dataKey, emails }: EffectuationParts, now: Date): Promise<void> {
  await repeatWhileFull(() =>
    database.transaction(async (tx) => {
      const paid = await holdInState(tx, 'paid', { max: maxAtOnce })
      for (const { enrollment_id } of paid) await moveOn(tx, enrollment_id, 'effectuated', now)
      return paid.length
    }),
  )
  await repeatWhileFull(() =>
    database.transaction(async (tx) => {
      const late = await holdInState(tx, 'pending', { max: maxAtOnce, payByBefore: easternDay(now) })
      for (const { enrollment_id } of late) await moveOn(tx, enrollment_id, 'withdrawn', now)
      return late.length
    }),
  )
  await repeatWhileFull(() =>
    database.transaction(async (tx) => {
      const untold = await holdUntold(tx, maxAtOnce)
      const news: News[] = []
      for (const { enrollment_id: enrollmentId, state } of untold) {
        const row = await findApplication(tx, enrollmentId)
        if (row !== undefined) news.push({ row, state, content: openContent(dataKey, row) })
        await noteTold(tx, enrollmentId, state, now)
      }
      // Transactions lock the counts of addresses in one order.
      news.sort((one, other) => one.content.email.localeCompare(other.content.email))
      for (const one of news) await tell(tx, { dataKey, emails }, one, now)
      return untold.length
    }),
  )
  const daysBefore = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60_000)
  await database.transaction(async (tx) => {
    await forgetDrafts(tx, now)
    await forgetShopping(tx, now, daysBefore(CART_DAYS))
    await forgetProposals(tx, daysBefore(PROPOSAL_KEPT_DAYS))
  })
}

/** An application that has moved on. */
interface News {
  readonly row: Application
  readonly state: ApplicationState
  readonly content: ApplicationContent
}

/** E-mails that an application has moved on, unless its address, which anyone can enter, has had too many such e-mails. */
async function tell(
  tx: Tx,
  { dataKey, emails }: Pick<EffectuationParts, 'dataKey' | 'emails'>,
  { row, state, content }: News,
  now: Date,
): Promise<void> {
  if (state === 'pending' || !(await reserveNews(tx, content.email, now))) return
  const { brand, language, application_number: number, starts } = row
  const link = linkApplication(makeApplicationTicket(dataKey, row.enrollment_id), content)
  const addressed = { to: content.email, brand, language, memberId: null, now }
  if (state === 'effectuated')
    await emails.queue(tx, { ...addressed, template: 'application-effectuated', values: { link, number, starts } })
  else if (state === 'paid')
    await emails.queue(tx, { ...addressed, template: 'application-paid', values: { link, number } })
  else await emails.queue(tx, { ...addressed, template: 'application-withdrawn', values: { link, number } })
}

/** Repeats while rounds are full. */
async function repeatWhileFull(work: () => Promise<number>): Promise<void> {
  while ((await work()) === maxAtOnce);
}

/** Runs once a minute. */
export function startEffectuating(
  options: EffectuationParts & { readonly logger: Pick<FastifyBaseLogger, 'warn'> },
): Job {
  const { logger, ...parts } = options
  return startJob({
    run: () => effectuate(parts, new Date()),
    firstMs: 5_000,
    everyMs: 60_000,
    logger,
    failed: 'applications could not be processed, tried again in a minute',
  })
}
