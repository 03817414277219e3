import { randomInt } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { BodyOf, PayloadOf } from '@portico/contract/call'
import { preEffectuation, startEnrollment } from '@portico/contract/calls/shop'
import { allowsLongTopLevel } from '@portico/rules/brand/dd-token'
import { PERSON_ROLES } from '@portico/rules/roles'
import {
  type ApplicantRelation,
  applicantRelations,
  checkApplicantContact,
  checkConsent,
  checkPerson,
  consentFields,
  contactFields,
  personFields,
  plainMedicareNumber,
} from '@portico/rules/shop/application'
import { type Market, marketOf } from '@portico/rules/shop/lines'
import { firstOfNextMonth, isAlwaysOpen, specialStart } from '@portico/rules/shop/windows'
import { normalizeAddress } from '@portico/rules/validation/address'
import { ageOnDay } from '@portico/rules/validation/age'
import { parseDate } from '@portico/rules/validation/date'
import { formatPhone } from '@portico/rules/validation/phone'
import { hashSecret } from '../../identity/tokens/secrets.ts'
import type { EmailService } from '../../mailing/email/service.ts'
import { isoOf } from '../../member/registration/checks.ts'
import { audit } from '../../platform/audit/store.ts'
import type { DataKey } from '../../platform/data-key.ts'
import { easternDay, isoDate, isoDayAfter } from '../../platform/day.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError, type FieldProblem, fieldError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { type Limits, stranger } from '../../platform/limits/limits.ts'
import { stableId } from '../../platform/versions/content.ts'
import type { FirstPremiums } from '../premium/first-premium.ts'
import { appliedProposal } from '../proposals/applying.ts'
import { isPayable } from './first-payment.ts'
import type { QuotedPlan, Quotes } from './quote.ts'
import { ticketOf } from './saved.ts'
import type { Shopper } from './shopper.ts'
import {
  type Application,
  correctApplication,
  findApplication,
  findByTicket,
  holdApplication,
  keepApplication,
  listEvents,
  noteEvent,
} from './store.ts'
import type { Territory } from './territory.ts'

type Body = BodyOf<typeof startEnrollment>
type Started = PayloadOf<typeof startEnrollment>

/** The part of an application that is stored encrypted. */
export interface ApplicationContent {
  readonly people: readonly {
    readonly firstName: string
    readonly lastName: string
    readonly dateOfBirth: string
    readonly relation: ApplicantRelation
    readonly tobacco: boolean
  }[]
  readonly email: string
  readonly phone: string
  readonly address: string
  readonly city: string
  readonly zipCode: string
  readonly county: string
  /** Null except for a plan of the Medicare shop. */
  readonly medicareNumber: string | null
  readonly event: Body['event']
  readonly signature: string
  readonly signedAt: string
}

/** How many days the first premium may take, from the start of coverage or the application, if that is later. */
const PAY_DAYS = 15

/** Whether it can still be corrected. */
const isOpen = ({ state, payment_id }: Application) => state === 'pending' && payment_id === null

const contextOf = (enrollmentId: string) => `application ${enrollmentId}`

export function contentOf(dataKey: DataKey, { sealed, enrollment_id }: Application): ApplicationContent {
  return JSON.parse(dataKey.open(sealed, contextOf(enrollment_id)).toString('utf8')) as ApplicationContent
}

/** The address of an application in e-mails, in the shop of its plan: only the Medicare shop has the disclaimers (SH-11). */
export function applicationLink(ticket: string, content: ApplicationContent): string {
  return `/${marketOfApplication(content) === 'medicare' ? 'medicare' : 'shop'}/#/application?ticket=${ticket}`
}

/**
 * The id that an application is stored under. The caller's own id makes sure that it is stored once, and whoever knows that id may correct
 * the application; this one, which auditors and the gateway see, opens nothing.
 */
function storedId(own: string): string {
  return stableId('application', own.toLowerCase())
}

export function marketOfApplication({ medicareNumber }: ApplicationContent): Market {
  return medicareNumber === null ? 'under65' : 'medicare'
}

/** What {@link ticketOf} is asked for here. */
export const APPLICATION_USE = 'application'

export function applicationTicket(dataKey: DataKey, enrollmentId: string): string {
  return ticketOf(dataKey, enrollmentId, APPLICATION_USE)
}

/** Applications for plans (SH-9). */
export function bindEnrollments(
  binder: Binder,
  parts: {
    readonly database: Database
    readonly dataKey: DataKey
    readonly limits: Limits
    readonly emails: EmailService
    readonly territory: Territory
    readonly quotes: Quotes
    readonly firstPremiums: FirstPremiums
    readonly shopper: Shopper
  },
): void {
  const { database, dataKey, limits, emails, territory, quotes, firstPremiums, shopper } = parts
  // Once per id, whatever fails. Sent again with other words, it takes their place as long as nothing has been paid: who got no answer and
  // then corrected something has not seen that it had arrived. Throws FIELD-INVALID, also at `event` if enrollment is closed and no event
  // opens it; NOT-FOUND for a plan that is not sold there; CONFLICT if the premium differs from the one agreed to.
  binder.bind(startEnrollment, async ({ body }, context) => {
    const { now, origin, language } = context
    const { planYear } = body
    const enrollmentId = storedId(body.enrollmentId)
    const ticket = applicationTicket(dataKey, enrollmentId)
    const known = await findApplication(database.read, enrollmentId)
    if (known !== undefined && (!isOpen(known) || says(known, body, now)))
      return { ticket, application: await shown(known, now) }
    const brand = territory.brandOf(body.brand, context)
    const { plan, starts } = await judge(body, brand, context)
    if (!(await limits.reserveRequest('shop', origin.address, now))) throw new CallError('TOO-MANY-REQUESTS')
    const content = contentFrom(body, marketOf(plan.line), now)
    const isAddressedAnew = known === undefined || contentOf(dataKey, known).email !== content.email
    // A flood of e-mails to one address is stopped silently: the page has the link.
    const mayWrite =
      !isAddressedAnew || (await limits.reserveLetter(`application ${body.email.toLowerCase()}`, stranger(origin), now))
    const account = await applicantOf(context)
    const row = await database.transaction(async (tx) => {
      const of = { brand, planId: plan.planId, planYear, now }
      const isFree = plan.premiumCents === 0
      const chosen = {
        plan_year: planYear,
        plan_id: plan.planId,
        plan_name: plan.name,
        starts,
        pay_by: payBy(starts, easternDay(now)),
        first_premium_cents: plan.premiumCents ?? 0,
        sealed: dataKey.seal(Buffer.from(JSON.stringify(content)), contextOf(enrollmentId)),
      }
      const isNew = await keepApplication(tx, {
        enrollment_id: enrollmentId,
        application_number: newNumber(),
        ticket_hash: hashSecret(ticket),
        brand,
        account_id: account?.accountId ?? null,
        state: isFree ? 'paid' : 'pending',
        payment_id: null,
        language,
        created_at: now,
        ...chosen,
        proposal_id: await appliedProposal(tx, dataKey, body.proposalTicket, of),
      })
      const kept = await holdApplication(tx, enrollmentId)
      if (kept === undefined) throw new Error('An application was kept and is not there.')
      const isCorrection = !isNew && kept.brand === brand && isOpen(kept) && !says(kept, body, now)
      if (!isNew && !isCorrection) return kept
      const action = isNew ? 'enrollment.start' : 'enrollment.correct'
      await audit(tx, account, { action, recordType: 'application', recordId: enrollmentId }, context)
      if (isNew) await noteEvent(tx, enrollmentId, 'pending', { at: now, toldAt: now })
      else await correctApplication(tx, enrollmentId, { ...chosen, state: isFree ? 'paid' : 'pending' })
      // Nothing is left to pay.
      if (isFree) await noteEvent(tx, enrollmentId, 'paid', { at: now, toldAt: now })
      const isTold = !isNew && contentOf(dataKey, kept).email === content.email && kept.pay_by === chosen.pay_by
      if (isTold || !mayWrite) return kept
      await emails.queue(tx, {
        template: isFree ? 'application-complete' : 'application-received',
        to: body.email,
        brand,
        language,
        memberId: null,
        now,
        values: { link: applicationLink(ticket, content), number: kept.application_number, payBy: chosen.pay_by },
      })
      return kept
    })
    return { ticket, application: await shown(row, now) }
  })

  binder.bind(preEffectuation, async ({ body: { ticket, brand } }, { now, origin }) => {
    const row = await limits.useTicket(origin.address, now, async () => {
      const found = await findByTicket(database.read, hashSecret(ticket))
      if (found === undefined) throw new CallError('CHALLENGE-EXPIRED')
      return found
    })
    territory.refuseOther(row.brand, brand)
    return shown(row, now)
  })

  /** Whose home shows the application: people who sell apply for others. */
  async function applicantOf(context: CallContext): Promise<Principal | null> {
    const account = await shopper(context)
    return PERSON_ROLES.some((role) => role === account?.role) ? account : null
  }

  /** Whether an application says just what is sent now, so that it was sent before. */
  function says(known: Application, body: Body, now: Date): boolean {
    const kept = contentOf(dataKey, known)
    const market = marketOfApplication(kept)
    const isSameChoice =
      known.plan_id === body.planId &&
      known.plan_year === body.planYear &&
      known.first_premium_cents === body.agreedCents
    const areDates = body.people.every((person) => parseDate(person.dateOfBirth, isoDate(easternDay(now))) !== null)
    return (
      isSameChoice &&
      areDates &&
      isDeepStrictEqual({ ...contentFrom(body, market, now), signedAt: '' }, { ...kept, signedAt: '' })
    )
  }

  async function judge(
    body: Body,
    brand: string,
    context: CallContext,
  ): Promise<{ readonly plan: QuotedPlan; readonly starts: string }> {
    const { county } = territory.counties(body.zipCode, body.county)
    if (county === null) throw fieldError('county', 'select.not-chosen')
    const { planId, planYear } = body
    const unaged = await quotes.one({ brand, planYear, planId, county, people: [] })
    if (unaged === null) throw new CallError('NOT-FOUND')
    const market = marketOf(unaged.line)
    const checks = {
      market,
      today: isoDate(easternDay(context.now)),
      longTopLevel: allowsLongTopLevel(context.cookies.ddToken),
    }
    const problems: FieldProblem[] = []
    const tell = (field: string, problem: { readonly code: string } | null) => {
      if (problem !== null) problems.push({ field, code: problem.code })
    }
    for (const [at, person] of body.people.entries())
      for (const field of personFields) tell(`${field}-${at}`, checkPerson(field, person[field], checks))
    for (const field of contactFields) tell(field, checkApplicantContact(field, body[field], checks))
    const own = body.people.find(({ relation }) => relation === 'self') ?? body.people[0]
    const name = own ?? { firstName: '', lastName: '' }
    for (const field of consentFields) tell(field, checkConsent(field, String(body[field]), name))
    if (body.people.filter(({ relation }) => relation === 'self').length !== 1)
      tell('relation-0', { code: 'select.not-chosen' })
    if (market === 'medicare' && body.people.length !== 1) tell('firstName-1', { code: 'select.not-chosen' })
    const starts = startOf(body, brand, unaged, context, tell)
    if (problems.length > 0 || starts === null) throw new CallError('FIELD-INVALID', { fields: problems })
    const people = body.people.map(({ dateOfBirth, tobacco }) => ({
      age: ageOnDay(isoOf(dateOfBirth, context.now), starts),
      tobacco: tobacco === 'yes',
    }))
    const plan = await quotes.one({ brand, planYear, planId, county, people })
    if (plan === null) throw new CallError('NOT-FOUND')
    if (plan.premiumCents === null || plan.premiumCents !== body.agreedCents) throw new CallError('CONFLICT')
    return { plan, starts }
  }

  /** The first day of coverage; null, with a problem reported, if no one can enroll now. */
  function startOf(
    { planYear, event }: Body,
    brand: string,
    { line }: QuotedPlan,
    { now }: CallContext,
    tell: (field: string, problem: { readonly code: string } | null) => void,
  ): string | null {
    const today = easternDay(now)
    const open = quotes.window(brand, marketOf(line), now)
    if (open.open && open.planYear === planYear) return open.starts
    const next = firstOfNextMonth(today)
    if (isAlwaysOpen(line) && next.startsWith(`${planYear}-`)) return next
    const opened = event !== null && marketOf(line) === 'under65' ? specialStart(event, today, planYear) : null
    if (opened !== null) return opened
    tell('event', { code: 'select.not-chosen' })
    return null
  }

  async function shown(asked: Application, now: Date): Promise<Started['application']> {
    const { enrollment_id: enrollmentId } = asked
    const payment = await firstPremiums.last(enrollmentId, now)
    // The gateway's news may have moved it on.
    const row = (await findApplication(database.read, enrollmentId)) ?? asked
    const { people } = contentOf(dataKey, row)
    return {
      applicationNumber: row.application_number,
      state: row.state,
      planId: row.plan_id,
      planName: row.plan_name,
      planYear: row.plan_year,
      starts: row.starts,
      firstPremiumCents: row.first_premium_cents,
      payBy: row.pay_by,
      events: (await listEvents(database.read, enrollmentId)).map(({ state, at }) => ({ state, at: at.toISOString() })),
      people: people.map(({ firstName, relation }) => ({ firstName, relation })),
      pays: isPayable(row, now) ? firstPremiums.pays : 'no',
      payment,
    }
  }
}

function contentFrom(body: Body, market: Market, now: Date): ApplicationContent {
  return {
    people: body.people.map((person) => ({
      firstName: person.firstName.trim(),
      lastName: person.lastName.trim(),
      dateOfBirth: isoOf(person.dateOfBirth, now),
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

function payBy(starts: string, today: string): string {
  return isoDayAfter(starts > today ? starts : today, PAY_DAYS)
}

/** Digits only: easy to read out and to type. */
function newNumber(): string {
  return String(randomInt(10 ** 11, 10 ** 12))
}
