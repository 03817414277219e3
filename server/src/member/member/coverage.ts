import type { CurrentUser } from '@portico/contract/calls/member'
import { CLIENT_NUMBER_COOKIE, GROUP_NUMBER_COOKIE, selectGroup } from '@portico/rules/tabs/group'
import type * as v from 'valibot'
import { readAudited } from '../../platform/audit/reads.ts'
import { type AuditEvent, audit } from '../../platform/audit/store.ts'
import { compactDay } from '../../platform/day.ts'
import type { Database, Reader } from '../../platform/db/database.ts'
import { part, together } from '../../platform/db/together.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { type Coverage, type Product, selectCoverages, selectProducts } from './store.ts'

export type CurrentUserPayload = v.InferOutput<typeof CurrentUser>

/** A member's coverage, and the selected group. */
export interface MemberCoverage {
  readonly currentUser: CurrentUserPayload
  readonly coverages: readonly Coverage[]
  /** Null for a member without coverage. */
  readonly selected: Coverage | null
  /** Products of the selected group. */
  readonly products: readonly Product[]
}

export async function readCoverage(
  db: Reader,
  principal: MemberPrincipal,
  cookies: Readonly<Record<string, string | undefined>>,
): Promise<MemberCoverage> {
  const { memberId } = principal
  const rows = await together(db, {
    coverages: part(selectCoverages(db, memberId)),
    products: part(selectProducts(db, memberId)),
  })
  return buildCoverage(principal, cookies, rows)
}

/** The same from rows that the caller has already read. */
export function buildCoverage(
  principal: MemberPrincipal,
  cookies: Readonly<Record<string, string | undefined>>,
  { coverages, products }: { readonly coverages: readonly Coverage[]; readonly products: readonly Product[] },
): MemberCoverage {
  const currentUser = buildCurrentUser(principal.brand, coverages, products)
  const chosen = selectGroup({
    user: currentUser,
    clientNumber: cookies[CLIENT_NUMBER_COOKIE],
    groupNumber: cookies[GROUP_NUMBER_COOKIE],
  })
  const isChosen = (row: Coverage | Product) =>
    row.client_number === chosen?.client.clientNumber && row.group_number === chosen.group.groupNumber
  const selected = coverages.find(isChosen) ?? null
  return { currentUser, coverages, selected, products: products.filter(isChosen) }
}

/** Reads the coverage and audits the read. */
export function readCoverageAudited(
  database: Database,
  principal: MemberPrincipal,
  { cookies, origin, now }: Pick<CallContext, 'cookies' | 'origin' | 'now'>,
): Promise<MemberCoverage> {
  return readAudited(database, async (tx) => {
    await audit(tx, principal, coverageRead(principal), { origin, now })
    return readCoverage(tx, principal, cookies)
  })
}

export function coverageRead({ memberId }: MemberPrincipal): AuditEvent {
  return { action: 'coverage.read', recordType: 'member', recordId: memberId }
}

/** Clients, their groups and their products, in stored order (HD-6). */
function buildCurrentUser(
  brand: string,
  coverages: readonly Coverage[],
  products: readonly Product[],
): CurrentUserPayload {
  const clientNumbers = [...new Set(coverages.map((row) => row.client_number))]
  return {
    brand,
    clientList: clientNumbers.map((clientNumber) => {
      const groups = coverages.filter((row) => row.client_number === clientNumber)
      return {
        clientNumber,
        clientName: groups[0]?.client_name ?? '',
        groupList: groups.map((group) => ({
          groupNumber: group.group_number,
          groupName: group.group_name,
          medicareIndicator: group.medicare_indicator,
          directPayIndicator: group.direct_pay_indicator,
          isNDMedicaid: group.is_nd_medicaid,
          productList: products
            .filter((row) => row.client_number === clientNumber && row.group_number === group.group_number)
            .map(toProduct),
        })),
      }
    }),
  }
}

function toProduct(row: Product) {
  const day = (value: string | null) => (value === null ? null : compactDay(value))
  return {
    productName: row.product_name,
    isBlueExtraBasic: row.is_blue_extra_basic,
    isBlueExtraPlus: row.is_blue_extra_plus,
    blueEdgeDentalIndv: row.blue_edge_dental_indv,
    coverageBeginDate: day(row.coverage_begin_date),
    coverageConBeginDate: day(row.coverage_con_begin_date),
    coverageEndDate: day(row.coverage_end_date),
    benefitPlanType: row.benefit_plan_type ?? '',
    drugCoverage: row.drug_coverage,
  }
}
