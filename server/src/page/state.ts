import { listMessages } from '@portico/contract/calls/messages'
import { type FirstView, type FontSize, fontSizes, type PageState, type SessionView } from '@portico/contract/page'
import { type HostInfo, isDevelopmentOrTest } from '@portico/rules/environment/host'
import { MEMBER_APPLICATION } from '@portico/rules/environment/projects'
import type { PortalParameters } from '@portico/rules/environment/query-parameters'
import * as v from 'valibot'
import type { BrandService } from '../brand/service.ts'
import type { Database } from '../db/database.ts'
import type { CallContext } from '../http/context.ts'
import { payloadOf } from '../http/live.ts'
import type { MemberPrincipal, Principal } from '../http/principal.ts'
import { personName } from '../identity/people.ts'
import { type MemberCoverage, readCoverage } from '../member/coverage.ts'
import { readOverview } from '../member/overview.ts'
import type { MessageService } from '../messages/service.ts'
import type { CoverageTab } from './coverage-tab.ts'
import { readTabs } from './tabs.ts'

export interface PageParts {
  readonly database: Database
  readonly brands: BrandService
  readonly messages: MessageService
  readonly coverageTab: CoverageTab
}

export interface PageRequest {
  readonly url: string
  /** Path without query, below a development prefix where there is one. */
  readonly path: string
  readonly host: HostInfo
  readonly parameters: PortalParameters
  readonly mobile: boolean
  readonly principal: Principal | null
  /** Already resolved: a signed-in person's page wears their plan's brand. */
  readonly brandCode: string
  readonly status: 200 | 404
  readonly reports: readonly string[]
}

/** Everything that the page needs to render its first view. */
export async function readPageState(parts: PageParts, request: PageRequest, context: CallContext): Promise<PageState> {
  const { database, brands } = parts
  const { principal, brandCode, host, mobile } = request
  const { language, cookies, now } = context
  const member = principal && isMember(principal) ? principal : null
  const loaded = brands.loaded(brandCode)
  const [coverage, view, person] = await Promise.all([
    member && readCoverage(database.read, member, cookies),
    readView(parts, request, context, member),
    principal && readPerson(parts, principal, now),
  ])
  return {
    url: request.url,
    status: request.status,
    development: isDevelopmentOrTest(host),
    language,
    fontSize: fontSizeOf(cookies.fontSize),
    mobile,
    stubs: request.parameters.stubs,
    reports: request.reports,
    brand: brands.view({
      code: brandCode,
      language,
      host,
      member: coverage && { isNDMedicaid: coverage.selected?.is_nd_medicaid ?? false },
    }),
    session: person && { ...person, groups: groupsOf(coverage) },
    tabs: await readTabs(database.read, {
      role: principal?.role ?? null,
      brand: loaded.brand,
      memberId: member?.memberId ?? null,
      coverage,
      variant: mobile ? 'mobile' : 'desktop',
      coverageTab: parts.coverageTab(brandCode, language),
      now,
    }),
    view,
    now: now.toISOString(),
    appId: MEMBER_APPLICATION,
  }
}

function isMember(principal: Principal): principal is MemberPrincipal {
  return principal.role === 'MEMBER' && principal.memberId !== null
}

function fontSizeOf(cookie: string | undefined): FontSize {
  return fontSizes.find((size) => size === cookie) ?? 'regular'
}

const publicPaths = ['/login/', '/login']

async function readView(
  parts: PageParts,
  request: PageRequest,
  context: CallContext,
  member: MemberPrincipal | null,
): Promise<FirstView> {
  const { path, principal, parameters, status } = request
  if (status === 404) return { name: 'other' }
  if (principal === null) return { name: 'sign-in', loginId: parameters.loginId ?? '' }
  if (member === null) return { name: 'other' }
  const { cookies, origin, now } = context
  if (['/', '/home', '/mbr', '/mbr/', '/member/home', ...publicPaths].includes(path)) {
    return { name: 'landing', overview: await readOverview(parts, { principal: member, cookies, origin, now }) }
  }
  if (path === '/msg' || path === '/msg/') {
    const page = payloadOf(
      await parts.messages.list({ principal: member, ...context }, v.parse(listMessages.query, {})),
    )
    if (page) return { name: 'message-center', page: page.payload }
  }
  return { name: 'other' }
}

async function readPerson(
  { database, messages }: PageParts,
  principal: Principal,
  now: Date,
): Promise<Omit<SessionView, 'groups'>> {
  const [name, unread] = await Promise.all([
    personName(database.read, principal.accountId),
    messages.unread(principal, now),
  ])
  return {
    role: principal.role,
    logonId: principal.loginId,
    ...name,
    unreadCount: payloadOf(unread)?.payload.unreadCount ?? 0,
  }
}

function groupsOf(coverage: MemberCoverage | null): SessionView['groups'] {
  const selected = coverage?.selected
  return (coverage?.coverages ?? []).map((row) => ({
    clientNumber: row.client_number,
    groupNumber: row.group_number,
    groupName: row.group_name,
    selected: row.client_number === selected?.client_number && row.group_number === selected.group_number,
  }))
}
