import type { PayloadOf } from '@portico/contract/call'
import type { premiumBills } from '@portico/contract/calls/premium'
import { chooseTold } from '@portico/rules/premium/told'
import { listCoverages } from '../../member/member/contract.ts'
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
