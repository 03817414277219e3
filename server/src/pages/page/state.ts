import { listMessages } from '@portico/contract/calls/messages'
import {
  type BrandView,
  type FirstView,
  type FontSize,
  fontSizes,
  type Language,
  type PageState,
  type SessionView,
} from '@portico/contract/page'
import type { SiteSection } from '@portico/rules/content/site'
import { testBackend } from '@portico/rules/environment/cross-origin'
import { type HostInfo, serviceHosts } from '@portico/rules/environment/host'
import type { PortalParameters } from '@portico/rules/environment/portal-parameters'
import { MEMBER_APPLICATION, type ProjectCode } from '@portico/rules/environment/projects'
import { type ListPreference, listOrders, readListPreference } from '@portico/rules/messages/list-order'
import type { AccessScope } from '@portico/rules/people/access'
import { isYoungChild } from '@portico/rules/people/access'
import { hasRedirects, redirectUrls } from '@portico/rules/redirects/redirects'
import { isProspect, PERSON_ROLES } from '@portico/rules/roles'
import type { SignOutReason } from '@portico/rules/session/sign-out'
import * as v from 'valibot'
import type { BrandService } from '../../brands/brand/service.ts'
import { settingsOn } from '../../brands/config-lists/service.ts'
import { readSettings, type Settings } from '../../brands/config-lists/settings.ts'
import { describeLanguages, findOffered, judgeChecked } from '../../brands/languages/offered.ts'
import { mapsOfPage } from '../../care/finder/maps.ts'
import { readOffered } from '../../identity/account-security/offered.ts'
import { notePageLanguage } from '../../identity/accounts/people.ts'
import { findKeepDays } from '../../member/coverage/keep-days.ts'
import type { MemberCoverage } from '../../member/member/coverage.ts'
import { nameOfMember } from '../../member/member/name.ts'
import { readPeopleAudited } from '../../member/people/standing.ts'
import { readSummary, readYear } from '../../member/spending/service.ts'
import type { MessageService } from '../../messages/messages/service.ts'
import { easternDay } from '../../platform/day.ts'
import type { Database } from '../../platform/db/database.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { takePayload } from '../../platform/http/live.ts'
import type { MemberPrincipal, Principal, SessionPrincipal } from '../../platform/http/principal.ts'
import type { ReadMyShopping } from '../../sales/shop/mine.ts'
import { readAnalytics } from '../analytics/page-analytics.ts'
import type { OverviewPayload } from '../landing/overview.ts'
import { readCompanySite } from '../shell/company-site.ts'
import { readShell, type Shell, type ShellParts } from '../shell/shell.ts'
import { type PageFacts, readFacts, readLanding } from './facts.ts'
import { isLogoutPath } from './paths.ts'
import type { Remembered } from './remembered.ts'
import { readTabs } from './tabs.ts'
import { parseTimeZone } from './time-zone.ts'
import { readTimers } from './timers.ts'

export interface PageParts {
  readonly database: Database
  readonly brands: BrandService
  readonly messages: MessageService
  /** Why the session of a cookie is over; null if it is live, or if the cookie was never ours. */
  whySignedOut(token: string, now: Date): Promise<SignOutReason | null>
  readonly shell: ShellParts
  readonly readMyShopping: ReadMyShopping
  /** Origins whose scripts pages may load (AN-1). */
  readonly scriptOrigins: readonly string[]
  /** The cache of settings and texts. */
  readRemembered(read?: string): Promise<Remembered>
}

export interface PageRequest {
  readonly url: string
  /** Path without query, and without any development prefix. */
  readonly path: string
  readonly host: HostInfo
  readonly parameters: PortalParameters
  readonly mobile: boolean
  readonly principal: SessionPrincipal | null
  readonly project: ProjectCode
  /** Already resolved: a signed-in person's page has their plan's brand. */
  readonly brandCode: string
  readonly status: 200 | 404
  readonly reports: readonly string[]
  /** A development or test host, and not in production. */
  readonly development: boolean
}

/** Everything that the page needs to render its first view. */
export async function readPageState(parts: PageParts, request: PageRequest, context: CallContext): Promise<PageState> {
  const { database, brands } = parts
  const { brandCode, host, mobile, parameters } = request
  const passwordDue = request.principal?.passwordDue ?? false
  const factorDue = !passwordDue && (request.principal?.factorDue ?? false)
  const principal = passwordDue || factorDue ? null : request.principal
  const { language, cookies, now } = context
  const member = principal && isMember(principal) ? principal : null
  const loaded = brands.requireLoaded(brandCode)
  const facts =
    principal &&
    (member && isLanding(request)
      ? await readLanding(database, member, context)
      : await readFacts(database, principal, member, context))
  const coverage = facts?.coverage ?? null
  const messageList = facts === null ? null : readListPreference(facts.listPreference)
  const known = await parts.readRemembered(facts?.version)
  const [view, person, settings] = await Promise.all([
    readView(parts, { ...request, principal }, context, {
      member,
      overview: facts?.overview ?? null,
      messageList,
      isVisitor: request.principal === null,
    }),
    facts && readPerson(parts, principal, facts, context),
    known.once(`settings ${brandCode}`, () => readSettings(database.read, brandCode)),
  ])
  const isMedicaid = coverage?.selected?.is_nd_medicaid ?? false
  const shellMember = coverage && { isNDMedicaid: isMedicaid }
  const shell = await buildShell(parts, request, { language, now, settings, known, member: shellMember })
  return {
    url: request.url,
    status: request.status,
    development: request.development,
    ...buildLanguages(language, settings),
    fontSize: parseFontSize(cookies.fontSize),
    timeZone: parseTimeZone(cookies.timeZone),
    mobile,
    stubs: request.parameters.stubs,
    reports: [...request.reports, ...shell.reports],
    brand: withOwnShop(brands.view({ code: brandCode, language, host, member: shellMember }), principal),
    session: person && { ...person, messageList, ...describeMember(member, coverage, settings) },
    passwordDue,
    factorDue,
    project: request.project,
    redirects: hasRedirects(request.project) ? redirectUrls({ brand: loaded.brand, host }) : null,
    timers: readTimers(settings, principal !== null, context.warn),
    debugging: {
      profiling: parameters.profiling,
      showConsole: parameters.showConsole,
      consoleToView: parameters.consoleToView,
    },
    tabs: await readTabs(database.read, known, {
      // Staff count as staff even while their second factor is due.
      role: request.principal?.role ?? null,
      brand: loaded.brand,
      project: request.project,
      memberId: member?.memberId ?? null,
      coverage,
      vendorDetails: facts?.vendorDetails ?? [],
      simulation: person?.simulation,
      shell,
      now,
    }),
    shell: shell.view,
    view,
    now: now.toISOString(),
    analytics: mayBeCounted(request, context)
      ? readAnalytics(settings, {
          brand: loaded.brand,
          host,
          scriptOrigins: parts.scriptOrigins,
          warn: context.warn,
        })
      : null,
    maps: mapsOfPage(settings, { scriptOrigins: parts.scriptOrigins, warn: context.warn }),
    appId: MEMBER_APPLICATION,
    services: buildServices(host),
  }
}

function buildLanguages(language: Language, settings: Settings): Pick<PageState, 'language' | 'languages'> {
  const checked = judgeChecked(settings, language)
  return { language, languages: describeLanguages(language, findOffered(settings), checked) }
}

async function buildShell(
  { database, brands, shell }: PageParts,
  request: PageRequest,
  person: {
    readonly language: Language
    readonly now: Date
    readonly settings: Settings
    readonly known: Remembered
    readonly member: { readonly isNDMedicaid: boolean } | null
  },
): Promise<Shell> {
  const { brandCode, mobile } = request
  const { brand } = brands.requireLoaded(brandCode)
  const { known } = person
  const list = { application: 'MEMBER', brand: brandCode }
  const on = await known.once(`switches ${brandCode}`, () => settingsOn(database.read, list))
  const { content } = shell
  const texts: typeof content.texts = (names, asker) =>
    known.once(`texts ${JSON.stringify([names, asker])}`, () => content.texts(names, asker))
  const readChangedAt = () => known.once('changed', content.readChangedAt)
  const asked = {
    mobile,
    shop: hasShopTabs(request),
    language: person.language,
    member: person.member,
    chat: { switchedOn: on.has('MBR_SHOW_AVAYA_CHAT'), address: person.settings.text('CHAT_ADDRESS') },
    today: easternDay(person.now),
  }
  return known.once(`shell ${JSON.stringify([brandCode, asked])}`, () =>
    readShell({ ...shell, content: { texts, readChangedAt } }, { brand, ...asked }),
  )
}

/** No tags for a browser that sends Global Privacy Control, nor while a rep acts for a member. */
function mayBeCounted({ parameters, principal }: PageRequest, context: CallContext): boolean {
  return context.header('sec-gpc') !== '1' && !parameters.stubs && (principal?.actor ?? null) === null
}

/** A session belongs to its host alone: signed-in people shop on the host where they are, with their cart. */
function withOwnShop(brand: BrandView, principal: SessionPrincipal | null): BrandView {
  if (!PERSON_ROLES.some((role) => role === principal?.role)) return brand
  return { ...brand, links: { ...brand.links, shop: '/shop/', medicare: '/medicare/' } }
}

function buildServices(host: HostInfo): PageState['services'] {
  const { api, oauth } = serviceHosts(host)
  return { api, oauth, testBackend: testBackend(host) }
}

function isMember(principal: Principal): principal is MemberPrincipal {
  return principal.role === 'MEMBER' && principal.memberId !== null
}

/** An unknown size counts as none. */
export function parseFontSize(cookie: string | undefined): FontSize {
  return fontSizes.find((size) => size === cookie) ?? 'regular'
}

/** Whether a page may show this part of the member's information: not to a viewer without access to it (RG-3). */
function mayShow({ scopes }: Principal, scope: AccessScope): boolean {
  return scopes === null || scopes.includes(scope)
}

const homePaths = ['/', '/home', '/mbr', '/mbr/', '/member/home', '/login/', '/login']

function isHome(path: string): boolean {
  return homePaths.includes(path)
}

const shops: readonly ProjectCode[] = ['chmhcr', 'chmmcr', 'chmmed']

/** The root of the shop projects is not a home page (SH-1). */
function isShopRoot({ path, project }: Pick<PageRequest, 'path' | 'project'>): boolean {
  return path === '/' && shops.includes(project)
}

/** Whether a page has the shop's tabs: all pages of people without a plan here, and those of visitors on a shop's host. */
function hasShopTabs(request: PageRequest): boolean {
  const { path, project, principal } = request
  if (isShopRoot(request) || /^\/(shop|medicare)(\/|$)/.test(path)) return true
  return principal === null ? shops.includes(project) : isProspect(principal.role)
}

/** The page of the brand's own site at an address (SH-10); null: none. */
function siteSection({ path, project }: Pick<PageRequest, 'path' | 'project'>): SiteSection | null {
  return path === '/' ? (sections[project] ?? null) : null
}

const sections: Partial<Record<ProjectCode, SiteSection>> = { chmcom: 'home', chmcce: 'cce', chmwts: 'wts' }

function isLanding(request: PageRequest): boolean {
  const { path, status } = request
  const isSection = (siteSection(request) ?? 'home') !== 'home'
  return status !== 404 && !isLogoutPath(path) && isHome(path) && !isShopRoot(request) && !isSection
}

async function readView(
  parts: PageParts,
  request: PageRequest,
  context: CallContext,
  {
    member,
    overview,
    messageList,
    isVisitor,
  }: {
    readonly member: MemberPrincipal | null
    readonly overview: OverviewPayload | null
    readonly messageList: ListPreference | null
    /** Nobody is signed in or about to be. */
    readonly isVisitor: boolean
  },
): Promise<FirstView> {
  const { path, principal, parameters, status } = request
  const { cookies, now } = context
  if (status === 404 || isShopRoot(request)) return { name: 'other' }
  if (isLogoutPath(path)) {
    return { name: 'logout', reason: await parts.whySignedOut(cookies.LtpaToken2 ?? '', now) }
  }
  const section = siteSection(request)
  if (section !== null && (section !== 'home' || isVisitor)) {
    const { content } = parts.shell
    const { language } = context
    const loaded = parts.brands.requireLoaded(request.brandCode)
    const site = await readCompanySite(content, { section, loaded, host: request.host, language })
    return site === null ? { name: 'other' } : { name: 'site', site }
  }
  if (principal === null) {
    const { passkeys } = await readOffered(parts.database.read, request.brandCode)
    return { name: 'sign-in', loginId: parameters.loginId ?? '', passkeys }
  }
  if (isHome(path) && isProspect(principal.role)) {
    const [{ held }, shopping] = await Promise.all([
      readPeopleAudited(parts.database, principal, context),
      parts.readMyShopping(principal, context),
    ])
    return { name: 'visitor-home', held, shopping }
  }
  if (member === null) return { name: 'other' }
  if (isLanding(request)) return { name: 'landing', overview }
  if ((path === '/msg' || path === '/msg/') && mayShow(member, 'messages')) {
    const page = takePayload(
      await parts.messages.list({ ...context, principal: member }, v.parse(listMessages.query, listQuery(messageList))),
    )
    if (page) return { name: 'message-center', page: page.payload }
  }
  if ((path === '/spa' || path === '/spa/') && mayShow(member, 'claims')) {
    const summary = await readSummary(parts.database, member, undefined, context)
    return { name: 'spending', summary, numbers: await readYear(parts.database, member, {}, context) }
  }
  return { name: 'other' }
}

async function readPerson(
  { database, messages }: PageParts,
  principal: SessionPrincipal,
  { person, overview }: PageFacts,
  { now, language, cookies }: CallContext,
): Promise<Omit<SessionView, 'groups' | 'messageList' | 'keepsCards'>> {
  const { actorType, entitlements } = person
  // While someone looks at a member's information, the page is about that member.
  const { memberId, scopes } = principal
  const viewed = scopes === null || memberId === null ? null : await nameOfMember(database.read, memberId)
  const shown = viewed ?? person
  const { firstName, lastName } = shown
  // People who have chosen no language for e-mails get them in this language.
  if (person.language !== language && principal.actor === null)
    await database.transaction((tx) => notePageLanguage(tx, principal.accountId, language))
  return {
    role: principal.role,
    logonId: principal.loginId,
    actorType,
    firstName,
    lastName,
    nickName: scopes === null ? person.nickName : null,
    entitlements,
    simulation: principal.actor && {
      by: principal.actor.loginId,
      endsAt: principal.expiresAt.toISOString(),
      scopes: principal.scopes,
      ofChild: viewed?.dateOfBirth != null && isYoungChild(viewed.dateOfBirth, easternDay(now)),
      // The way back is where the person's own session was set aside.
      isBeside: cookies.HMCSRProxyToken === undefined,
    },
    unreadCount: await countUnread(),
  }

  /** The landing page has read the count already. */
  async function countUnread(): Promise<number> {
    if (!mayShow(principal, 'messages')) return 0
    if (overview) return overview.unreadCount
    return takePayload(await messages.readUnread(principal, now))?.payload.unreadCount ?? 0
  }
}

function listQuery(preference: ListPreference | null) {
  const threads = 'true'
  return preference ? { threads, pageSize: `${preference.pageSize}`, ...listOrders[preference.sorting] } : { threads }
}

function describeMember(
  member: MemberPrincipal | null,
  coverage: MemberCoverage | null,
  settings: Settings,
): Pick<SessionView, 'groups' | 'keepsCards'> {
  const keepsCards = member !== null && member.actor === null && findKeepDays(settings) > 0
  return { groups: listGroups(coverage), keepsCards }
}

function listGroups(coverage: MemberCoverage | null): SessionView['groups'] {
  const selected = coverage?.selected
  return (coverage?.coverages ?? []).map((row) => ({
    clientNumber: row.client_number,
    groupNumber: row.group_number,
    groupName: row.group_name,
    selected: row.client_number === selected?.client_number && row.group_number === selected.group_number,
  }))
}
