import type { Brand } from '@portico/rules/brand/types'
import { vendorDetailsDate } from '@portico/rules/tabs/claims-and-spending'
import { DEFAULT_TABS } from '@portico/rules/tabs/default-tabs'
import { tabsFor } from '@portico/rules/tabs/tabs'
import type { Tab, TabVariant } from '@portico/rules/tabs/types'
import { isSet } from '../config-lists/service.ts'
import { compactDay, easternDay } from '../day.ts'
import type { Reader } from '../db/database.ts'
import { type MemberCoverage, readVendorDetail } from '../member/coverage.ts'

/** The header tabs of a page (HD-2 to HD-5); `coverage` is null before sign-in and for those who are no members. */
export async function readTabs(
  db: Reader,
  request: {
    readonly brand: Brand
    readonly memberId: string | null
    readonly coverage: MemberCoverage | null
    readonly variant: TabVariant
    readonly coverageTab: { readonly label: string; readonly url: string } | null
    readonly now: Date
  },
): Promise<Tab[]> {
  const { brand, memberId, coverage, now } = request
  const today = compactDay(easternDay(now))
  const setting = (key: string) => isSet(db, { application: 'CLAIMS_AND_SPENDING', brand: brand.code, key })
  const selected = coverage?.selected ?? null
  const scope = memberId &&
    selected && { memberId, clientNumber: selected.client_number, groupNumber: selected.group_number }
  const planYear = Number(vendorDetailsDate(today).slice(0, 4))
  return tabsFor({
    config: DEFAULT_TABS,
    variant: request.variant,
    brand,
    signedIn: memberId !== null,
    group: groupOf(coverage),
    claimsAndSpending: {
      maintenance: await setting('MAINTENANCE'),
      showToAll: await setting('SHOW_TO_ALL'),
      vendorDetails: scope ? await readVendorDetail(db, scope, planYear) : null,
    },
    coverageTab: request.coverageTab,
    today,
  })
}

function groupOf(coverage: MemberCoverage | null) {
  const selected = coverage?.selected
  if (!selected) return null
  const client = coverage.currentUser.clientList.find(({ clientNumber }) => clientNumber === selected.client_number)
  return client?.groupList.find(({ groupNumber }) => groupNumber === selected.group_number) ?? null
}
