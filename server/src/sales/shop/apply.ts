import { randomInt } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { startEnrollment } from '@portico/contract/calls/shop'
import { PERSON_ROLES } from '@portico/rules/roles'
import { applicantRelations, needsGuardian, plainMedicareNumber } from '@portico/rules/shop/application'
import { type Market, toMarket } from '@portico/rules/shop/lines'
import { findAdultAge } from '@portico/rules/shop/majority'
import { normalizeAddress } from '@portico/rules/validation/address'
import { parseDate } from '@portico/rules/validation/date'
import { formatPhone } from '@portico/rules/validation/phone'
import { hashSecret } from '../../identity/tokens/secrets.ts'
import { toIsoDay } from '../../member/registration/checks.ts'
import { easternDay, isoDate, isoDayAfter } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { about, leaveUnchanged, type Recorded } from '../../platform/http/recorded.ts'
import type { FinishedHandler } from '../../platform/http/stages.ts'
import { stranger } from '../../platform/limits/limits.ts'
import { findAppliedProposal } from '../proposals/applying.ts'
import { claimApplicants, claimPayers } from './applicants.ts'
import {
  type ApplicationContent,
  type Body,
  findMarket,
  isCorrectable,
  linkApplication,
  makeApplicationTicket,
  makeStoredId,
  nameSeal,
  openContent,
} from './application.ts'
import type { EnrollmentParts } from './enrollment-parts.ts'
import { judge } from './judge-application.ts'
import type { QuotedPlan } from './quote.ts'
import { showApplication } from './read-application.ts'
import {
  type Application,
  correctApplication,
  findApplication,
  holdApplication,
  keepApplication,
  noteEvent,
} from './store.ts'

/** How many days there are to pay the first premium, from the start of coverage or the application, whichever is later. */
const PAY_DAYS = 15

/**
 * Applies once per id, whatever fails. Sent again with other words, it replaces the stored application as long as nothing has been
 * paid: someone who got no answer and then corrected something does not know that the first one arrived. Throws FIELD-INVALID, also at
 * `event` if enrollment is closed and no event opens it; NOT-FOUND for a plan that is not sold there; CONFLICT if the premium differs
 * from the one agreed to.
 */
export const applyForPlan = (
  parts: EnrollmentParts,
): FinishedHandler<typeof startEnrollment, Applying | Application, Application> => ({
  prepare: async ({ body }, context) => {
    const { dataKey, database, territory, limits } = parts
    const { now, origin } = context
    const enrollmentId = makeStoredId(body.enrollmentId)
    const ticket = makeApplicationTicket(dataKey, enrollmentId)
    const known = await findApplication(database.read, enrollmentId)
    if (known !== undefined && (!isCorrectable(known) || saysTheSame(parts, known, body, now))) return known
    const brand = territory.findBrand(body.brand, context)
    const { plan, starts } = await judge(parts, body, brand, context)
    if (!(await limits.reserveRequest('shop', origin.address, now))) throw new CallError('TOO-MANY-REQUESTS')
    const content = makeContent(parts, body, toMarket(plan.line), now)
    const payBy = findPayBy(starts, easternDay(now))
    // Stops a flood of e-mails to one address silently: the page has the link.
    const mayWrite =
      isTold(parts, known, { content, payBy }) ||
      (await limits.reserveLetter(`application ${body.email.toLowerCase()}`, stranger(origin), now))
    const account = await findApplicant(parts, context)
    return { body, brand, plan, starts, payBy, content, enrollmentId, ticket, account, mayWrite }
  },
  handle: async (_input, context, tx, applying) =>
    'application_number' in applying ? leaveUnchanged(applying) : keepOrCorrect(parts, tx, applying, context),
  finish: async (row, _input, { now }) => ({
    ticket: makeApplicationTicket(parts.dataKey, row.enrollment_id),
    application: await showApplication(parts, row, now),
  }),
})

/** A validated application that can be stored. */
interface Applying {
  readonly body: Body
  readonly brand: string
  readonly plan: QuotedPlan
  readonly starts: string
  readonly payBy: string
  readonly content: ApplicationContent
  readonly enrollmentId: string
  readonly ticket: string
  readonly account: Principal | null
  /** Whether its address may get one more e-mail. */
  readonly mayWrite: boolean
}

/** Stores it, or corrects the stored one while that is possible. Returns what is stored then. */
async function keepOrCorrect(
  parts: EnrollmentParts,
  tx: Tx,
  applying: Applying,
  context: CallContext,
): Promise<Recorded<Application, 'enrollment.start' | 'enrollment.correct'>> {
  const { dataKey } = parts
  const { now, language } = context
  const { body, brand, plan, starts, payBy, content, enrollmentId, ticket, account } = applying
  const { planYear } = body
  const of = { brand, planId: plan.planId, planYear, now }
  const isFree = plan.premiumCents === 0
  const chosen = {
    plan_year: planYear,
    plan_id: plan.planId,
    plan_name: plan.name,
    starts,
    pay_by: payBy,
    first_premium_cents: plan.premiumCents ?? 0,
    sealed: dataKey.seal(Buffer.from(JSON.stringify(content)), nameSeal(enrollmentId)),
  }
  const isNew = await keepApplication(tx, {
    enrollment_id: enrollmentId,
    application_number: drawNumber(),
    ticket_hash: hashSecret(ticket),
    brand,
    account_id: account?.accountId ?? null,
    state: isFree ? 'paid' : 'pending',
    payment_id: null,
    language,
    created_at: now,
    ...chosen,
    proposal_id: await findAppliedProposal(tx, dataKey, body.proposalTicket, of),
  })
  const kept = await holdApplication(tx, enrollmentId)
  if (kept === undefined) throw new Error('An application was kept and is not there.')
  const isCorrection = !isNew && kept.brand === brand && isCorrectable(kept) && !saysTheSame(parts, kept, body, now)
  if (!isNew && !isCorrection) return leaveUnchanged(kept)
  const covers = { brand, planYear, line: plan.line, content, enrollmentId, accountId: kept.account_id }
  await claimApplicants(tx, dataKey, covers)
  // Nothing is left to pay, so it takes effect at once.
  if (isFree) await claimPayers(tx, dataKey, covers)
  if (isNew) await noteEvent(tx, enrollmentId, 'pending', { at: now, toldAt: now })
  else await correctApplication(tx, enrollmentId, { ...chosen, state: isFree ? 'paid' : 'pending' })
  if (isFree) await noteEvent(tx, enrollmentId, 'paid', { at: now, toldAt: now })
  if (applying.mayWrite && (isNew || !isTold(parts, kept, applying)))
    await writeReceipt(parts, tx, applying, kept, context)
  return about(enrollmentId, kept, { action: isNew ? 'enrollment.start' : 'enrollment.correct', by: account })
}

/** Whether the stored application's e-mail went to the same address and gave the same day. */
function isTold(
  { dataKey }: EnrollmentParts,
  known: Application | undefined,
  { content, payBy }: Pick<Applying, 'content' | 'payBy'>,
): boolean {
  return known !== undefined && openContent(dataKey, known).email === content.email && known.pay_by === payBy
}

/** E-mails that the application has arrived, and by when its first premium is due. */
function writeReceipt(
  { emails }: EnrollmentParts,
  tx: Tx,
  { body, brand, plan, payBy, content, ticket }: Applying,
  kept: Application,
  { language, now }: CallContext,
): Promise<void> {
  return emails.queue(tx, {
    template: plan.premiumCents === 0 ? 'application-complete' : 'application-received',
    to: body.email,
    brand,
    language,
    memberId: null,
    now,
    values: { link: linkApplication(ticket, content), number: kept.application_number, payBy },
  })
}

/** The account whose home shows the application: people who sell apply for others. */
async function findApplicant({ shopper }: EnrollmentParts, context: CallContext): Promise<Principal | null> {
  const account = await shopper(context)
  return PERSON_ROLES.some((role) => role === account?.role) ? account : null
}

/** Whether a stored application says exactly what is sent now, so that this is a repeat. */
function saysTheSame(parts: EnrollmentParts, known: Application, body: Body, now: Date): boolean {
  const kept = openContent(parts.dataKey, known)
  const market = findMarket(kept)
  const isSameChoice =
    known.plan_id === body.planId && known.plan_year === body.planYear && known.first_premium_cents === body.agreedCents
  const dated = [...body.people, ...(body.guardian === null ? [] : [body.guardian])]
  const areDates = dated.every((person) => parseDate(person.dateOfBirth, isoDate(easternDay(now))) !== null)
  return (
    isSameChoice &&
    areDates &&
    isDeepStrictEqual({ ...makeContent(parts, body, market, now), signedAt: '' }, { ...kept, signedAt: '' })
  )
}

function makeContent(parts: EnrollmentParts, body: Body, market: Market, now: Date): ApplicationContent {
  return {
    ...findGuardian(parts, body, now),
    people: body.people.map((person) => ({
      firstName: person.firstName.trim(),
      lastName: person.lastName.trim(),
      dateOfBirth: toIsoDay(person.dateOfBirth, now),
      relation: applicantRelations.find((one) => one === person.relation) ?? 'other',
      tobacco: person.tobacco === 'yes',
    })),
    email: body.email,
    phone: formatPhone(body.phone.trim()),
    address: normalizeAddress(body.address),
    city: body.city.trim(),
    zipCode: body.zipCode,
    county: body.county,
    medicareNumber: market === 'medicare' ? plainMedicareNumber(body.medicareNumber) : null,
    event: body.event,
    signature: body.signature.trim(),
    signedAt: now.toISOString(),
  }
}

function findGuardian(
  { territory }: EnrollmentParts,
  { people, guardian, zipCode, county }: Body,
  now: Date,
): Pick<ApplicationContent, 'guardian'> {
  const adultFrom = findAdultAge(territory.home(zipCode, county)?.state ?? null)
  if (guardian === null || !needsGuardian(people, { today: isoDate(easternDay(now)), adultFrom })) return {}
  const { firstName, lastName, dateOfBirth } = guardian
  return {
    guardian: {
      firstName: firstName.trim(),
      lastName: lastName.trim(),
      dateOfBirth: toIsoDay(dateOfBirth, now),
    },
  }
}

function findPayBy(starts: string, today: string): string {
  return isoDayAfter(starts > today ? starts : today, PAY_DAYS)
}

/** Digits only: easy to read out and to type. */
function drawNumber(): string {
  return String(randomInt(10 ** 11, 10 ** 12))
}
