import { LIST_PREFERENCE_KEY } from '@portico/rules/messages/list-order'
import { vendorDetailsDate } from '@portico/rules/tabs/claims-and-spending'
import { type Person, toPerson } from '../../identity/accounts/people.ts'
import { selectPerson } from '../../identity/accounts/person-statement.ts'
import { selectPersonValue } from '../../identity/person-state/service.ts'
import { selectVendorDetails } from '../../member/member/contract.ts'
import { buildCoverage, coverageRead, type MemberCoverage } from '../../member/member/coverage.ts'
import { maySeeFamily } from '../../member/member/readers.ts'
import { selectCoverages, selectProducts } from '../../member/member/store.ts'
import { recordReads } from '../../platform/audit/reads.ts'
import { type AuditEvent, auditRow } from '../../platform/audit/store.ts'
import { compactDay, easternDay } from '../../platform/day.ts'
import type { Database, Reader } from '../../platform/db/database.ts'
import { part, prepareTogether } from '../../platform/db/together.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { MemberPrincipal, SessionPrincipal } from '../../platform/http/principal.ts'
import {
  buildLanding,
  type OverviewPayload,
  overviewNames,
  overviewParts,
  overviewRead,
  overviewValues,
} from '../landing/overview.ts'
import { selectContentVersion } from './content-version-statement.ts'

/** What every page shows about the signed-in person, all as of the same moment. */
export interface PageFacts {
  /** The version of all settings and texts. */
  readonly version: string
  readonly person: Person
  /** How they like the list of messages; null if they never said. */
  readonly listPreference: unknown
  /** Null for people who are not members. */
  readonly coverage: MemberCoverage | null
  /** By group, whether a vendor provides details of claims and spending this year. */
  readonly vendorDetails: readonly VendorDetail[]
  /** The data of the landing page; null on other pages, and for a member without known coverage. */
  readonly overview: OverviewPayload | null
}

export interface VendorDetail {
  readonly client_number: string
  readonly group_number: string
  readonly claim_and_spending: boolean
}

const names = ['accountId', 'memberId', 'planYear'] as const

function factParts(db: Reader, { accountId, memberId, planYear }: Readonly<Record<(typeof names)[number], string>>) {
  return {
    content: part(selectContentVersion),
    account: part(selectPerson(db, accountId)),
    preference: part(selectPersonValue(db, accountId, LIST_PREFERENCE_KEY)),
    vendorDetails: part(selectVendorDetails(db, memberId, planYear)),
    coverages: part(selectCoverages(db, memberId)),
  }
}

const readRows = prepareTogether(names, (db, values) => ({
  ...factParts(db, values),
  products: part(selectProducts(db, values.memberId)),
}))

const readLandingRows = prepareTogether([...names, ...overviewNames], (db, values) => ({
  ...factParts(db, values),
  ...overviewParts(db, values),
}))

type Asking = Pick<CallContext, 'cookies' | 'origin' | 'now'>

/** Reads the facts of a page that is not the landing page, and audits the read of a member's coverage. */
export async function readFacts(
  database: Database,
  principal: SessionPrincipal,
  member: MemberPrincipal | null,
  context: Asking,
): Promise<PageFacts> {
  const rows = await readRows(database.read, toValues(principal, context.now))
  if (member === null) return { ...toFacts(rows), coverage: null, overview: null }
  await record(database, member, [coverageRead(member)], context)
  return { ...toFacts(rows), coverage: buildCoverage(member, context.cookies, rows), overview: null }
}

/** Reads the landing page with everything around it in one statement, and audits both. */
export async function readLanding(
  database: Database,
  principal: MemberPrincipal & SessionPrincipal,
  context: Asking,
): Promise<PageFacts> {
  const request = { ...context, principal }
  const seesFamily = await maySeeFamily(database.read, principal, context.now)
  const values = { ...toValues(principal, context.now), ...overviewValues(request) }
  const rows = await readLandingRows(database.read, values)
  const { coverage, overview } = buildLanding({ ...request, seesFamily }, rows)
  const events = [coverageRead(principal), ...(overview === null ? [] : [overviewRead(coverage)])]
  await record(database, principal, events, context)
  return { ...toFacts(rows), coverage, overview }
}

function record(database: Database, member: MemberPrincipal, events: readonly AuditEvent[], context: Asking) {
  return recordReads(
    database,
    events.map((event) => auditRow(member, event, context)),
  )
}

function toValues({ accountId, memberId }: SessionPrincipal, now: Date) {
  return { accountId, memberId, planYear: vendorDetailsDate(compactDay(easternDay(now))).slice(0, 4) }
}

function toFacts({
  content,
  account,
  preference,
  vendorDetails,
}: Pick<Awaited<ReturnType<typeof readRows>>, 'content' | 'account' | 'preference' | 'vendorDetails'>) {
  return {
    version: content[0]?.version ?? '',
    person: toPerson(account[0]),
    listPreference: preference[0]?.value ?? null,
    vendorDetails,
  }
}
