import { createHash } from 'node:crypto'
import type { BodyOf, PayloadOf } from '@portico/contract/call'
import type { memberFinder, recordShown, reportProvider } from '@portico/contract/calls/finder'
import { businessDaysAfter, maxSaved, REPORT_DAYS } from '@portico/rules/finder/limits'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { addresseeOf } from '../../identity/accounts/people.ts'
import { lockOwnMember } from '../../identity/sessions/lock-own-member.ts'
import type { EmailService } from '../../mailing/email/service.ts'
import { coversDay, findHomeZip, listProducts } from '../../member/member/contract.ts'
import { auditMember } from '../../platform/audit/store.ts'
import { easternDay } from '../../platform/day.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { lockMember } from '../../platform/db/row-locks.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { maxPlaces, readProviders, readShown } from './store.ts'
import { describeEntries, type Entry, isThere } from './tell.ts'

type MemberDirectory = PayloadOf<typeof memberFinder>
type ShownRecords = PayloadOf<typeof recordShown>['shown']

export interface MemberFinderParts {
  readonly database: Database
  readonly limits: Limits
  readonly emails: EmailService
  readonly holidays: ReadonlySet<string>
}

/** How many open reports a member may have at a time. */
const maxOpenReports = 20
/** How many records of shown entries one answer contains. */
const maxTold = 20

/** A member's own part of the directory (MP-23, MP-25): every read and change is audited. */
export function createMemberFinder({ database, limits, emails, holidays }: MemberFinderParts) {
  const within = <T>(principal: MemberPrincipal, action: string, context: CallContext, work: (tx: Tx) => Promise<T>) =>
    database.transaction(async (tx) => {
      await auditMember(tx, principal, action, context)
      return work(tx)
    })

  return {
    read: (principal: MemberPrincipal, context: CallContext) =>
      within(principal, 'finder.read', context, (tx) => mine(tx, principal, context)),

    save: (
      principal: MemberPrincipal,
      { providerId, saved }: { providerId: string; saved: boolean },
      context: CallContext,
    ) =>
      within(principal, saved ? 'finder.save' : 'finder.unsave', context, async (tx) => {
        const { memberId } = principal
        await lockOwnMember(tx, principal)
        const own = tx
          .deleteFrom('saved_provider')
          .where('member_id', '=', memberId)
          .where('provider_id', '=', providerId)
        if (saved) {
          const { name } = await named(tx, principal, providerId, context)
          const before = await tx
            .selectFrom('saved_provider')
            .select('provider_id')
            .where('member_id', '=', memberId)
            .execute()
          const isSaved = before.some((one) => one.provider_id === providerId)
          if (!isSaved && before.length >= maxSaved) throw new CallError('CONFLICT')
          const row = { member_id: memberId, provider_id: providerId, name, saved_at: context.now }
          if (!isSaved) await tx.insertInto('saved_provider').values(row).execute()
        } else await own.execute()
        return mine(tx, principal, context)
      }),

    choose: (principal: MemberPrincipal, chosen: string | null, context: CallContext) =>
      within(principal, 'finder.primary-care', context, async (tx) => {
        const { memberId } = principal
        await lockMember(tx, memberId)
        if (chosen === null) {
          await tx.deleteFrom('primary_care_choice').where('member_id', '=', memberId).execute()
          return mine(tx, principal, context)
        }
        const { name, entries } = await named(tx, principal, chosen, context)
        const own = new Set((await networksOf(tx, principal, context.now)).map(({ networkId }) => networkId))
        const may = entries
          .filter(isThere)
          .some(({ networks }) =>
            networks.some((one) => one.primaryCare && own.has(one.networkId) && one.accepting !== false),
          )
        if (!may) throw new CallError('CONFLICT')
        const row = { provider_id: chosen, name, chosen_at: context.now }
        await tx
          .insertInto('primary_care_choice')
          .values({ member_id: memberId, ...row })
          .onConflict((conflict) => conflict.column('member_id').doUpdateSet(row))
          .execute()
        return mine(tx, principal, context)
      }),

    keepShown: (principal: MemberPrincipal, providerId: string, context: CallContext) =>
      within(principal, 'finder.shown', context, async (tx) => {
        await lockMember(tx, principal.memberId)
        const { entries } = await named(tx, principal, providerId, context)
        await keep(tx, principal, providerId, entries, context.now)
        return told(tx, principal, providerId)
      }),

    report: (principal: MemberPrincipal, sent: BodyOf<typeof reportProvider>, context: CallContext) =>
      within(principal, 'finder.report', context, (tx) => report(tx, principal, sent, context)),

    send: async (principal: MemberPrincipal, context: CallContext) => {
      const { now } = context
      const { email, brand, language, memberId } = await addresseeOf(database.read, principal.accountId)
      const saved = await database.read
        .selectFrom('saved_provider')
        .select('provider_id')
        .where('member_id', '=', principal.memberId)
        .limit(1)
        .execute()
      if (email === null || saved.length === 0) return { sent: false }
      if (!(await limits.reserveOwnLetter(principal.accountId, now))) throw new CallError('TOO-MANY-REQUESTS')
      await within(principal, 'finder.send', context, (tx) =>
        emails.queue(tx, {
          to: email,
          brand,
          memberId,
          now,
          language: language ?? context.language,
          template: 'saved-providers',
          values: {},
        }),
      )
      return { sent: true }
    },
  }

  async function report(tx: Tx, principal: MemberPrincipal, sent: BodyOf<typeof reportProvider>, context: CallContext) {
    const { memberId, brand } = principal
    await lockMember(tx, memberId)
    const known = await tx
      .selectFrom('directory_report')
      .select(['due_on', 'provider_id', 'kind'])
      .where('member_id', '=', memberId)
      .where('report_id', '=', sent.reportId)
      .executeTakeFirst()
    if (known !== undefined) return { dueOn: known.due_on }
    const { name, entries } = await named(tx, principal, sent.providerId, context)
    const entry = entries.find(({ place }) => place === sent.place)
    const networkId = sent.wrong === 'network' ? sent.networkId : ''
    const wrong = entry?.networks.filter((one) => networkId === '' || one.networkId === networkId)
    if (entry === undefined || wrong === undefined || (networkId !== '' && wrong.length === 0))
      throw new CallError('NOT-FOUND')
    const open = await tx
      .selectFrom('directory_report')
      .select('report_id')
      .where('member_id', '=', memberId)
      .where('outcome', 'is', null)
      .execute()
    if (open.length >= maxOpenReports) throw new CallError('TOO-MANY-REQUESTS')
    const dueOn = businessDaysAfter(easternDay(context.now), REPORT_DAYS, holidays)
    await tx
      .insertInto('directory_report')
      .values({
        member_id: memberId,
        report_id: sent.reportId,
        brand,
        provider_id: sent.providerId,
        name,
        place: sent.place,
        network_id: networkId,
        entry: JSON.stringify([relevantFields({ ...entry, networks: wrong })]),
        kind: sent.wrong,
        note: sent.note,
        reported_at: context.now,
        due_on: dueOn,
        outcome: null,
        settled_by: null,
        answer: '',
      })
      .execute()
    return { dueOn }
  }
}

/** A provider of the directory of the member's brand. Throws NOT-FOUND. */
async function named(tx: Tx, { brand }: MemberPrincipal, providerId: string, { language, now }: CallContext) {
  const shown = await readShown(tx, brand)
  const today = easternDay(now)
  const rows = await readProviders(tx, shown, { ids: [providerId], each: maxPlaces, center: null, day: today })
  const [first] = rows
  if (first === undefined) throw new CallError('NOT-FOUND')
  const entries = describeEntries(rows, { language, center: null, today })
  return { name: first.name, entries }
}

/** What a member relies on: address, phone, networks, and whether new patients are accepted. */
function relevantFields({ name, address, city, zip, phone, networks, accepting, verifiedOn }: Entry) {
  const place = [address, [city, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return { name, address: place, phone, networks: networks.map((one) => one.name), accepting, verifiedOn }
}

/** Records what a member was shown of a provider, once a day unless it changes. */
async function keep(tx: Tx, { memberId }: MemberPrincipal, providerId: string, entries: readonly Entry[], now: Date) {
  const content = JSON.stringify(entries.map(relevantFields))
  const hash = createHash('sha256')
    .update(`${easternDay(now)} ${content}`)
    .digest()
  const last = await tx
    .selectFrom('provider_shown')
    .select('content_hash')
    .where('member_id', '=', memberId)
    .where('provider_id', '=', providerId)
    .orderBy('shown_at', 'desc')
    .executeTakeFirst()
  if (last?.content_hash.equals(hash)) return
  const row = { member_id: memberId, shown_id: uuidv7(), provider_id: providerId, shown_at: now }
  await tx
    .insertInto('provider_shown')
    .values({ ...row, content, content_hash: hash })
    .execute()
}

async function told(tx: Tx, { memberId }: MemberPrincipal, providerId: string): Promise<PayloadOf<typeof recordShown>> {
  const rows = await tx
    .selectFrom('provider_shown')
    .select(['shown_at', 'content', sql<number>`count(*) over ()::int`.as('total')])
    .where('member_id', '=', memberId)
    .where('provider_id', '=', providerId)
    .orderBy('shown_at', 'desc')
    .limit(maxTold)
    .execute()
  const shown = rows.map((row) => ({
    shownAt: row.shown_at.toISOString(),
    entries: row.content as ShownRecords[number]['entries'],
  }))
  return { shown, total: rows[0]?.total ?? 0 }
}

/** Networks of the member's plans that are in force today. */
async function networksOf(
  tx: Tx,
  { brand, memberId }: MemberPrincipal,
  now: Date,
): Promise<MemberDirectory['networks']> {
  const today = easternDay(now)
  const inForce = (await listProducts(tx, memberId)).filter((one) => coversDay(one, today))
  if (inForce.length === 0) return []
  const plans = inForce.flatMap(({ plan_id }) => plan_id ?? [])
  const { networks: all } = await readShown(tx, brand)
  const own = all.filter(({ plan_ids }) => plan_ids.length === 0 || plan_ids.some((one) => plans.includes(one)))
  return own.map(({ network_id: networkId, name }) => ({ networkId, name }))
}

async function mine(tx: Tx, principal: MemberPrincipal, { now }: Pick<CallContext, 'now'>): Promise<MemberDirectory> {
  const { memberId } = principal
  const saved = await tx
    .selectFrom('saved_provider')
    .select(['provider_id', 'name'])
    .where('member_id', '=', memberId)
    .orderBy('saved_at', 'desc')
    .orderBy('provider_id')
    .execute()
  const chosen = await tx
    .selectFrom('primary_care_choice')
    .select(['provider_id', 'name'])
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  const reports = await tx
    .selectFrom('directory_report')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('reported_at', '>', new Date(now.getTime() - 365 * 24 * 60 * 60 * 1000))
    .orderBy('reported_at', 'desc')
    .limit(maxTold)
    .execute()
  const kept = (row: { provider_id: string; name: string }) => ({ providerId: row.provider_id, name: row.name })
  return {
    zip: await findHomeZip(tx, memberId),
    networks: await networksOf(tx, principal, now),
    saved: saved.map(kept),
    primaryCare: chosen === undefined ? null : kept(chosen),
    reports: reports.map((row) => ({
      ...kept(row),
      place: row.place,
      kind: row.kind,
      reportedAt: row.reported_at.toISOString(),
      dueOn: row.due_on,
      outcome: row.outcome,
    })),
  }
}
