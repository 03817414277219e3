import { type EarlierApplication, keepsFromApplying, keepsFromPaying } from '@portico/rules/shop/applied-before'
import type { PlanLine } from '@portico/rules/shop/lines'
import { specialEnrollment } from '@portico/rules/shop/windows'
import type { DataKey } from '../../platform/data-key.ts'
import { easternDay } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import {
  countApplicants,
  findHolder,
  forgetApplicants,
  type Holder,
  noteHolder,
  replaceHolder,
} from './applicant-store.ts'
import { type ApplicationContent, openContent } from './application.ts'

interface Applied {
  readonly brand: string
  readonly planYear: number
  readonly line: PlanLine
  readonly enrollmentId: string
  readonly accountId: string | null
  readonly content: ApplicationContent
}

/**
 * Registers an application for the people whom it covers, so that nobody applies twice for a kind of plan and a year, and pays twice
 * (SH-9). Throws APPLIED-BEFORE if another application for one of them prevents it; a paid one stays registered until this one is paid.
 */
export async function claimApplicants(tx: Tx, dataKey: DataKey, applied: Applied): Promise<void> {
  await forgetApplicants(tx, applied.enrollmentId)
  await settle(tx, dataKey, applied, (earlier, eventOn) => {
    if (keepsFromApplying(earlier, eventOn)) throw new CallError('APPLIED-BEFORE')
    return earlier.state === 'withdrawn' || earlier.state === 'pending'
  })
}

/** The same when an application is about to be paid: from now on it is the one for the people whom it covers. */
export function claimPayers(tx: Tx, dataKey: DataKey, applied: Applied): Promise<void> {
  return settle(tx, dataKey, applied, (earlier, eventOn) => {
    if (keepsFromPaying(earlier, eventOn)) throw new CallError('APPLIED-BEFORE')
    return true
  })
}

/** Whether an application is registered for everyone whom it covers. */
export async function holdsApplicants(tx: Tx, enrollmentId: string, { people }: ApplicationContent): Promise<boolean> {
  const held = await countApplicants(tx, enrollmentId)
  return held === new Set(people.map(toWho)).size
}

/** Registers the application for each of its people, in place of another if `takes` allows it. */
async function settle(
  tx: Tx,
  dataKey: DataKey,
  applied: Applied,
  takes: (earlier: EarlierApplication, eventOn: string | null) => boolean,
): Promise<void> {
  const { brand, planYear, line, enrollmentId, content } = applied
  const known = content.people.map((person) => [brand, planYear, line, toWho(person)].join('\n'))
  // In a fixed order, so that two applications for the same people cannot deadlock.
  for (const person of [...new Set(known)].sort()) {
    const hashes = dataKey.hashes(person, 'applicant')
    const holder = (await findHolder(tx, hashes)) ?? (await noteHolder(tx, hashes, enrollmentId))
    if (holder === null || holder.enrollment_id === enrollmentId) continue
    if (takes(describe(dataKey, holder, applied), findEventDay(content))) await replaceHolder(tx, holder, enrollmentId)
  }
}

/** The day of the event that opens enrollment for an application; null if none does. */
function findEventDay({ event, signedAt }: ApplicationContent): string | null {
  if (event === null) return null
  const fits = specialEnrollment(event.kind, event.day, easternDay(new Date(signedAt))) === 'fits'
  return fits ? event.day : null
}

function describe(dataKey: DataKey, holder: Holder, { accountId, content }: Applied): EarlierApplication {
  const before = openContent(dataKey, holder)
  const isOwnAccount = accountId !== null && holder.account_id === accountId
  return {
    state: holder.state,
    isPaying: holder.payment_id !== null,
    isOwn: isOwnAccount || toPlain(before.email) === toPlain(content.email),
    appliedOn: easternDay(holder.created_at),
    eventOn: findEventDay(before),
  }
}

function toWho({ firstName, lastName, dateOfBirth }: ApplicationContent['people'][number]): string {
  return [toPlain(firstName), toPlain(lastName), dateOfBirth].join('\n')
}

function toPlain(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase()
}
