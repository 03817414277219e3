import type { PageState } from '@portico/contract/page'
import type { Brand } from '@portico/rules/brand/types'
import type { ProjectCode } from '@portico/rules/environment/projects'
import type { Role } from '@portico/rules/roles'
import type { Viewing } from '@portico/rules/tabs/shared'
import { tabsFor } from '@portico/rules/tabs/tabs'
import type { Tab } from '@portico/rules/tabs/types'
import { settingsOn } from '../../brands/config-lists/service.ts'
import { isSameGroup } from '../../member/coverage/contract-year.ts'
import type { MemberCoverage } from '../../member/member/coverage.ts'
import { compactDay, easternDay } from '../../platform/day.ts'
import type { Reader } from '../../platform/db/database.ts'
import type { Shell } from '../shell/shell.ts'
import type { VendorDetail } from './facts.ts'
import type { Remembered } from './remembered.ts'

/** The header tabs of a page (HD-2 to HD-5); `coverage` is null before sign-in and for people who are not members. */
export async function readTabs(
  db: Reader,
  known: Remembered,
  request: {
    readonly brand: Brand
    readonly project: ProjectCode
    readonly role: Role | null
    readonly memberId: string | null
    readonly coverage: MemberCoverage | null
    readonly vendorDetails: readonly VendorDetail[]
    /** The session's simulation: a rep who acts for the member, or someone who looks at the member's information. */
    readonly simulation: Simulation
    readonly shell: Pick<Shell, 'tabs' | 'coverageTab'>
    readonly now: Date
  },
): Promise<Tab[]> {
  const { brand, memberId, coverage, now } = request
  if ((request.role !== null && workforce.includes(request.role)) || work.includes(request.project)) return []
  const today = compactDay(easternDay(now))
  const selected = coverage?.selected ?? null
  const on = await known.once(`claims switches ${brand.code}`, () => settingsOn(db, { application, brand: brand.code }))
  return tabsFor({
    config: request.shell.tabs,
    brand,
    signedIn: memberId !== null,
    hasSession: request.role !== null,
    group: toGroup(coverage),
    claimsAndSpending: {
      maintenance: on.has('MAINTENANCE'),
      showToAll: on.has('SHOW_TO_ALL'),
      vendorDetails: selected && findDetail(request.vendorDetails, selected),
    },
    coverageTab: request.shell.coverageTab,
    viewing: findViewing(request.simulation),
    today,
  })
}

type Simulation = NonNullable<PageState['session']>['simulation'] | undefined

function findViewing(simulation: Simulation): Viewing | null {
  return simulation?.scopes ? { scopes: simulation.scopes, ofChild: simulation.ofChild } : null
}

function findDetail(details: readonly VendorDetail[], group: Pick<VendorDetail, 'client_number' | 'group_number'>) {
  const found = details.find((one) => isSameGroup(one, group))
  return found?.claim_and_spending ?? false
}

const application = 'CLAIMS_AND_SPENDING'

/** The hosts of agents and of staff. */
const work: readonly ProjectCode[] = ['chmprd', 'chmstf']

/** Agents and staff have workspaces instead: the tabs are for members and visitors. */
const workforce: readonly Role[] = ['AGENT', 'AGENCY_ADMIN', 'INTERNAL']

function toGroup(coverage: MemberCoverage | null) {
  const selected = coverage?.selected
  if (!selected) return null
  const client = coverage.currentUser.clientList.find(({ clientNumber }) => clientNumber === selected.client_number)
  return client?.groupList.find(({ groupNumber }) => groupNumber === selected.group_number) ?? null
}
