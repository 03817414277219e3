import type { PayloadOf } from '@portico/contract/call'
import { myShopping } from '@portico/contract/calls/shop'
import { toMarket } from '@portico/rules/shop/lines'
import { isYearOver } from '@portico/rules/shop/windows'
import type { Catalogues } from '../../brands/plans/catalogue.ts'
import { findHomeZip } from '../../member/member/contract.ts'
import { readAudited } from '../../platform/audit/reads.ts'
import { type AuditContext, audit } from '../../platform/audit/store.ts'
import type { DataKey } from '../../platform/data-key.ts'
import { easternDay } from '../../platform/day.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { APPLICATION_USE, findMarket, openContent } from './application.ts'
import { DRAFT_USE } from './application-drafts.ts'
import { listDrafts } from './draft-store.ts'
import { findTicket, openSaved, SAVED_USE } from './saved.ts'
import { findZipCode, listApplications, listSaved } from './store.ts'

type Payload = PayloadOf<typeof myShopping>
export type ReadMyShopping = (principal: Principal, at: AuditContext) => Promise<Payload>

/** What a signed-in person has saved and applied for in their brand's shop (SH-6, SH-9). */
export function bindMyShopping(
  binder: Binder,
  parts: { readonly database: Database; readonly dataKey: DataKey; readonly catalogues: Catalogues },
): ReadMyShopping {
  const { database, dataKey, catalogues } = parts
  const read: ReadMyShopping = async (principal, at) => {
    const { accountId, brand, memberId, scopes } = principal
    const rows = await readAudited(database, async (tx) => {
      await audit(tx, principal, { action: 'shopping.read' }, at)
      const owner = { accountId, brand }
      return {
        saved: await listSaved(tx, owner, at.now),
        applications: await listApplications(tx, owner),
        drafts: await listDrafts(tx, owner, at.now),
        zipCode:
          memberId === null || scopes !== null ? await findZipCode(tx, accountId) : await findHomeZip(tx, memberId),
      }
    })
    /** Only for the person themselves: a link outlives the session of someone who acts for them. */
    const findTicketFor = (id: string, use: string, hash: Buffer) =>
      principal.actor === null ? findTicket(dataKey, id, use, hash) : null
    const comparisons: Payload['comparisons'] = []
    for (const row of rows.saved) {
      const { basis, planYear, planIds } = openSaved(dataKey, row)
      const catalogue = isYearOver(planYear, easternDay(at.now)) ? null : await catalogues.of(brand, planYear)
      const plans = planIds.flatMap((id) => catalogue?.plan(id)?.name ?? [])
      // A comparison of plans no longer sold would open empty.
      if (plans.length < 2) continue
      const ticket = findTicketFor(row.save_id, SAVED_USE, row.ticket_hash)
      const { market, zipCode, people } = basis
      const ages = people.map(({ age }) => age)
      comparisons.push({ market, planYear, plans, zipCode, ages, until: easternDay(row.expires_at), ticket })
    }
    const drafts: Payload['drafts'] = []
    for (const row of rows.drafts) {
      const catalogue = isYearOver(row.plan_year, easternDay(at.now)) ? null : await catalogues.of(brand, row.plan_year)
      const plan = catalogue?.plan(row.plan_id)
      if (plan === undefined) continue
      drafts.push({
        market: toMarket(plan.line),
        planId: row.plan_id,
        planName: plan.name,
        planYear: row.plan_year,
        savedAt: row.saved_at.toISOString(),
        ticket: findTicketFor(row.enrollment_id, DRAFT_USE, row.ticket_hash),
      })
    }
    return {
      drafts,
      zipCode: rows.zipCode ?? '',
      comparisons,
      applications: rows.applications.map((row) => ({
        market: findMarket(openContent(dataKey, row)),
        applicationNumber: row.application_number,
        planId: row.plan_id,
        planName: row.plan_name,
        planYear: row.plan_year,
        state: row.state,
        starts: row.starts,
        payBy: row.pay_by,
        appliedAt: row.created_at.toISOString(),
        ticket: findTicketFor(row.enrollment_id, APPLICATION_USE, row.ticket_hash),
      })),
    }
  }
  binder.bind(myShopping, ({ principal }, context) => read(principal, context))
  return read
}
