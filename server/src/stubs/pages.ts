import type { PageState } from '@portico/contract/page'
import { type StubPerson, stubPagePath } from '@portico/contract/stub-path'
import { stubs } from '@portico/contract/stubs'
import { parseHost } from '@portico/rules/environment/host'
import { MEMBER_APPLICATION } from '@portico/rules/environment/projects'
import { DEFAULT_TABS } from '@portico/rules/tabs/default-tabs'
import { tabsFor } from '@portico/rules/tabs/tabs'
import type { BrandService } from '../brand/service.ts'
import { compactDay, easternDay } from '../day.ts'
import type { CoverageTab } from '../page/coverage-tab.ts'
import { pagePaths } from '../page/paths.ts'

const people: readonly StubPerson[] = ['visitor', 'member', 'agent']

/**
 * State of every page for every kind of stub person, by the address it is served at (EN-4). In stub mode it is the page
 * that knows whether somebody is signed in, so it asks for the state that fits.
 */
export function stubPages(parts: {
  readonly brands: BrandService
  readonly coverageTab: CoverageTab
  readonly brandCode: string
  readonly now: Date
}): ReadonlyMap<string, PageState> {
  return new Map(
    pagePaths.flatMap((path) => people.map((person) => [stubPagePath(path, person), stateOf(path, person)] as const)),
  )

  function stateOf(path: string, person: StubPerson): PageState {
    const { brands, coverageTab, brandCode, now } = parts
    const language = 'en'
    const client = stubs.currentUser.clientList[0]
    const group = client?.groupList[0] ?? null
    return {
      url: path,
      status: 200,
      development: true,
      language,
      fontSize: 'regular',
      mobile: false,
      stubs: true,
      reports: [],
      brand: brands.view({
        code: brandCode,
        language,
        host: parseHost('localhost'),
        member: person === 'member' ? { isNDMedicaid: false } : null,
      }),
      session: sessionOf(person, client?.clientNumber ?? '', group),
      tabs: tabsFor({
        config: DEFAULT_TABS,
        variant: 'desktop',
        brand: brands.get(brandCode),
        signedIn: person === 'member',
        group: person === 'member' ? group : null,
        claimsAndSpending: { maintenance: false, showToAll: false, vendorDetails: false },
        coverageTab: coverageTab(brandCode, language),
        today: compactDay(easternDay(now)),
      }),
      view: viewOf(path, person),
      now: now.toISOString(),
      appId: MEMBER_APPLICATION,
    }
  }
}

function sessionOf(
  person: StubPerson,
  clientNumber: string,
  group: { readonly groupNumber: string; readonly groupName: string } | null,
): PageState['session'] {
  const { firstName, lastName, logonId } = stubs.getUserInfo
  if (person === 'visitor') return null
  if (person === 'agent') {
    return { role: 'AGENT', logonId: 'AGENT001', firstName: 'Ari', lastName: 'Gentry', unreadCount: 0, groups: [] }
  }
  const groups = group
    ? [{ clientNumber, groupNumber: group.groupNumber, groupName: group.groupName, selected: true }]
    : []
  return { role: 'MEMBER', logonId, firstName, lastName, unreadCount: stubs.countUnread.unreadCount, groups }
}

function viewOf(path: string, person: StubPerson): PageState['view'] {
  if (person === 'visitor') return { name: 'sign-in', loginId: '' }
  if (person === 'agent') return { name: 'other' }
  if (path === '/msg') return { name: 'message-center', page: stubs.listMessages }
  if (['/', '/home', '/login', '/mbr', '/member/home'].includes(path))
    return { name: 'landing', overview: stubs.overview }
  return { name: 'other' }
}
