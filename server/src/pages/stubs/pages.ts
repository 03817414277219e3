import type { Language, PageState } from '@portico/contract/page'
import { type StubPerson, stubPagePath } from '@portico/contract/stub-path'
import { stubs } from '@portico/contract/stubs'
import { parseHost } from '@portico/rules/environment/host'
import { MEMBER_APPLICATION } from '@portico/rules/environment/projects'
import { checkedLanguages } from '@portico/rules/languages/list'
import { tabsFor } from '@portico/rules/tabs/tabs'
import type { BrandService } from '../../brands/brand/service.ts'
import { languageNames, loadLanguageNotices } from '../../brands/content/language-notices.ts'
import { readSeeds } from '../../brands/content/seeds.ts'
import { type ContentService, createContentService } from '../../brands/content/service.ts'
import { createReleasedContent } from '../../brands/content/source.ts'
import { describeLanguages } from '../../brands/languages/offered.ts'
import { compactDay, easternDay } from '../../platform/day.ts'
import { isLogoutPath, pagePaths } from '../page/paths.ts'
import { noSettings, readTimers } from '../page/timers.ts'
import { readShell } from '../shell/shell.ts'

const people: readonly StubPerson[] = ['visitor', 'member', 'agent']

/**
 * The state of every page for every kind of stub person, by its address (EN-4). In stub mode only the page knows whether someone is
 * signed in, so it requests the state that fits.
 */
export async function stubPages(parts: {
  readonly brands: BrandService
  readonly contentDir: string
  readonly brandCode: string
  readonly now: Date
  readonly language?: Language
  /** The content; by default the texts of the release. */
  readonly content?: ContentService
}): Promise<ReadonlyMap<string, PageState>> {
  const { brands, contentDir, brandCode, now, language = 'en' } = parts
  const shellParts = {
    content: parts.content ?? createContentService(createReleasedContent(readSeeds(contentDir), now)),
    languageNames: languageNames(loadLanguageNotices(contentDir)),
    holidays: new Set<string>(),
  }
  const shell = await readShell(shellParts, {
    brand: brands.get(brandCode),
    language,
    mobile: false,
    member: null,
    chat: { switchedOn: false, address: null },
    today: easternDay(now),
  })
  return new Map(
    pagePaths.flatMap((path) =>
      people.map((person) => [stubPagePath(path, person), buildState(path, person)] as const),
    ),
  )

  function buildState(path: string, person: StubPerson): PageState {
    const client = stubs.currentUser.clientList[0]
    const group = client?.groupList[0] ?? null
    return {
      url: path,
      status: 200,
      development: true,
      language,
      languages: describeLanguages(language, checkedLanguages),
      fontSize: 'regular',
      timeZone: 'America/New_York',
      mobile: false,
      stubs: true,
      reports: [],
      brand: brands.view({
        code: brandCode,
        language,
        host: parseHost('localhost'),
        member: person === 'member' ? { isNDMedicaid: false } : null,
      }),
      session: buildSession(person, client?.clientNumber ?? '', group),
      passwordDue: false,
      factorDue: false,
      redirects: null,
      project: 'chmptl',
      timers: readTimers(noSettings, person !== 'visitor', () => {}),
      debugging: { profiling: false, showConsole: false, consoleToView: null },
      tabs: tabsFor({
        config: shell.tabs,
        brand: brands.get(brandCode),
        signedIn: person === 'member',
        hasSession: person !== 'visitor',
        group: person === 'member' ? group : null,
        claimsAndSpending: { maintenance: false, showToAll: false, vendorDetails: false },
        coverageTab: shell.coverageTab,
        viewing: null,
        today: compactDay(easternDay(now)),
      }),
      shell: shell.view,
      view: toView(path, person),
      now: now.toISOString(),
      analytics: null,
      maps: null,
      appId: MEMBER_APPLICATION,
      services: { api: 'localhost', oauth: 'localhost', testBackend: null },
    }
  }
}

function buildSession(
  person: StubPerson,
  clientNumber: string,
  group: { readonly groupNumber: string; readonly groupName: string } | null,
): PageState['session'] {
  const { firstName, lastName, logonId } = stubs.getUserInfo
  if (person === 'visitor') return null
  if (person === 'agent') {
    const agent = {
      role: 'AGENT',
      actorType: 'AGENT',
      logonId: 'AGENT001',
      firstName: 'Ari',
      lastName: 'Gentry',
      nickName: null,
    } as const
    return {
      ...agent,
      entitlements: [],
      unreadCount: 0,
      keepsCards: false,
      messageList: null,
      simulation: null,
      groups: [],
    }
  }
  const groups = group
    ? [{ clientNumber, groupNumber: group.groupNumber, groupName: group.groupName, selected: true }]
    : []
  const { unreadCount } = stubs.countUnread
  const member = { role: 'MEMBER', actorType: 'MEMBER', logonId, firstName, lastName, nickName: null } as const
  return { ...member, entitlements: [], unreadCount, keepsCards: false, messageList: null, simulation: null, groups }
}

function toView(path: string, person: StubPerson): PageState['view'] {
  if (isLogoutPath(path)) return { name: 'logout', reason: null }
  if (person === 'visitor') return { name: 'sign-in', loginId: '', passkeys: false }
  if (person === 'agent') return { name: 'other' }
  if (path === '/msg') return { name: 'message-center', page: stubs.listMessages }
  if (['/', '/home', '/login', '/mbr', '/member/home'].includes(path))
    return { name: 'landing', overview: stubs.overview }
  return { name: 'other' }
}
