import type { PayloadOf } from '@portico/contract/call'
import type { premiumBills } from '@portico/contract/calls/premium'
import { chooseTold } from '@portico/rules/premium/told'
import { isPending } from '../../member/coverage/standing-of.ts'
import { type Coverage, listCoverages, listProducts, type Product } from '../../member/member/contract.ts'
import { type Payer, readPayer } from '../../member/member/payer.ts'
import { easternDay } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Gateway } from '../../platform/gateway/port.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { readAccount } from './accounts.ts'
import { listMethods } from './method-store.ts'
import { toShownMethod } from './shown-payment.ts'
import { type AccountRow, hasSentPremiums, readTold, selectAccounts } from './store.ts'

type Bills = PayloadOf<typeof premiumBills>

/** Null: this portal takes no payments. */
type OwnGateway = Gateway['name'] | null

/** What is owed for coverage, with bills and payments, for the payer (MP-18). */
export const readBills =
  (gateway: OwnGateway): AuditedHandler<typeof premiumBills> =>
  async ({ principal }, { now }, tx) => {
    const payer = await readPayer(tx, principal)
    if (typeof payer === 'string') return { state: 'not-payer', why: payer, accounts: [], methods: [], told: [] }
    const told = chooseTold(await readTold(tx, payer.memberId), easternDay(now))
    return { ...(await buildBills(tx, payer, gateway, now)), why: null, told }
  }

async function buildBills(tx: Tx, payer: Payer, gateway: OwnGateway, now: Date): Promise<Omit<Bills, 'why' | 'told'>> {
  const rows = await selectAccounts(tx, payer.memberId).execute()
  if (rows.length === 0) {
    return { state: (await hasSentPremiums(tx, payer.brand)) ? 'none' : 'not-loaded', accounts: [], methods: [] }
  }
  const today = easternDay(now)
  const findPlan = await createPlanFinding(tx, payer.memberId, today)
  const accounts: Bills['accounts'] = []
  for (const row of rows) {
    const about = { today, ...findPlan(row), names: payer.names, gateway }
    accounts.push(await readAccount(tx, row, about))
  }
  const methods = await listMethods(tx, payer.memberId)
  return { state: 'loaded', accounts, methods: methods.map(toShownMethod) }
}

/** Finds the plan that an account pays for, and whether it waits for the first payment; a null name: the files do not say. */
export async function createPlanFinding(
  tx: Tx,
  memberId: string,
  today: string,
): Promise<(row: AccountRow) => { readonly planName: string | null; readonly isFirst: boolean }> {
  const coverages = await listCoverages(tx, memberId)
  const products = await listProducts(tx, memberId)
  return ({ client_number: client, group_number: group }) => {
    const isOfGroup = (one: Coverage | Product) => one.client_number === client && one.group_number === group
    const coverage = coverages.find(isOfGroup)
    if (coverage === undefined) return { planName: null, isFirst: false }
    return { planName: coverage.plan_name, isFirst: isPending(coverage, products.filter(isOfGroup), today) }
  }
}
