import type { PayloadOf } from '@portico/contract/call'
import type { premiumBills } from '@portico/contract/calls/premium'
import { listCoverages } from '../../member/member/contract.ts'
import { type Payer, readPayer } from '../../member/member/payer.ts'
import { readAudited } from '../../platform/audit/reads.ts'
import { type AuditContext, auditMember } from '../../platform/audit/store.ts'
import { easternDay } from '../../platform/day.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Gateway } from '../../platform/gateway/port.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { readAccount } from './accounts.ts'
import { listMethods } from './method-store.ts'
import { toShownMethod } from './shown-payment.ts'
import { type AccountRow, hasSentPremiums, selectAccounts } from './store.ts'

export interface BillParts {
  readonly database: Database
  /** Null if no payments are taken here. */
  readonly gateway: Gateway['name'] | null
}

type Bills = PayloadOf<typeof premiumBills>

/** What is owed for coverage, with bills and payments, for the payer (MP-18); audits the read. */
export function readBills(
  { database, gateway }: BillParts,
  principal: MemberPrincipal,
  { origin, now }: AuditContext,
): Promise<Bills> {
  return readAudited(database, async (tx) => {
    await auditMember(tx, principal, 'premium.read', { origin, now })
    const payer = await readPayer(tx, principal)
    if (typeof payer === 'string') return { state: 'not-payer', why: payer, accounts: [], methods: [] }
    return { ...(await buildBills(tx, payer, gateway, now)), why: null }
  })
}

async function buildBills(tx: Tx, payer: Payer, gateway: BillParts['gateway'], now: Date): Promise<Omit<Bills, 'why'>> {
  const rows = await selectAccounts(tx, payer.memberId).execute()
  if (rows.length === 0) {
    return { state: (await hasSentPremiums(tx, payer.brand)) ? 'none' : 'not-loaded', accounts: [], methods: [] }
  }
  const findPlanName = await createPlanNaming(tx, payer.memberId)
  const accounts: Bills['accounts'] = []
  for (const row of rows) {
    const about = { today: easternDay(now), planName: findPlanName(row), names: payer.names, gateway }
    accounts.push(await readAccount(tx, row, about))
  }
  const methods = await listMethods(tx, payer.memberId)
  return { state: 'loaded', accounts, methods: methods.map(toShownMethod) }
}

/** Names the plan of an account; null if the files do not say. */
export async function createPlanNaming(tx: Tx, memberId: string): Promise<(row: AccountRow) => string | null> {
  const coverages = await listCoverages(tx, memberId)
  return ({ client_number: client, group_number: group }) =>
    coverages.find((one) => one.client_number === client && one.group_number === group)?.plan_name ?? null
}
