import { v7 as uuidv7 } from 'uuid'
import { easternDay, isoDayAfter } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { DemoAccount, DemoSelling } from './data.ts'
import { gatherRows, type Rows } from './rows.ts'
import { listAccounts } from './store.ts'

/** Agencies and the regions where they sell. */
export function addAgencies(rows: Rows, { agencies }: DemoSelling): void {
  for (const { agencyId: agency_id, name, phone, entitlements, regions } of agencies) {
    rows.add('agency', { agency_id, name, phone, entitlements: JSON.stringify(entitlements) })
    rows.add('agency_region', ...regions.map((region) => ({ agency_id, ...region })))
  }
}

/** Whom an agent works for, and their credentials. */
export function addAgent(
  rows: Rows,
  { agencies, appointments, trainings, brand }: DemoAccount,
  { accountId: account_id, now }: { readonly accountId: string; readonly now: Date },
): void {
  const today = easternDay(now)
  const inDays = (days: number | null) => (days === null ? null : isoDayAfter(today, days))
  for (const { agencyId: agency_id, region, entitlements } of agencies)
    rows.add('agency_agent', { account_id, agency_id, region, entitlements: JSON.stringify(entitlements) })
  for (const { state, line, endsInDays } of appointments) {
    const begins = isoDayAfter(today, (endsInDays ?? 0) - 365)
    rows.add('agent_appointment', {
      account_id,
      brand,
      state,
      line,
      begins,
      appointment_id: uuidv7(),
      ends: inDays(endsInDays),
    })
  }
  for (const { kind, name, line, completedDaysAgo, endsInDays } of trainings)
    rows.add('agent_training', {
      account_id,
      kind,
      name,
      line,
      training_id: uuidv7(),
      plan_year: Number(today.slice(0, 4)) + 1,
      completed_on: completedDaysAgo === null ? null : isoDayAfter(today, -completedDaysAgo),
      ends: inDays(endsInDays),
    })
}

const hourMs = 60 * 60 * 1000

/** The people that agencies and the plans' own staff sell to; call after their accounts are inserted. */
export async function insertSelling(tx: Tx, { leads, clients }: DemoSelling, now: Date): Promise<void> {
  const rows = gatherRows()
  const today = easternDay(now)
  const people = await listAccounts(tx)
  const findAccountId = (loginId: string | undefined) =>
    people.find((one) => one.login_id === loginId)?.account_id ?? null
  const inDays = (days: number | undefined) => (days === undefined ? null : isoDayAfter(today, days))
  for (const lead of leads) {
    rows.add('lead', {
      lead_id: uuidv7(),
      brand: lead.brand,
      kind: lead.kind,
      zip_code: lead.zipCode,
      county: lead.county,
      segment: lead.segment,
      first_name: lead.firstName,
      last_name: lead.lastName,
      email: lead.email,
      phone: lead.phone,
      language: lead.language,
      call_on: inDays(lead.callInDays),
      best_time: lead.bestTime ?? null,
      state: lead.state,
      due_at: new Date(now.getTime() + lead.dueInHours * hourMs),
      agency_id: lead.agencyId ?? null,
      region: lead.region ?? null,
      agent_account_id: findAccountId(lead.agent),
      follow_up_on: inDays(lead.followUpInDays),
      note: lead.note,
      created_at: new Date(now.getTime() - lead.hoursAgo * hourMs),
      changed_at: now,
    })
  }
  for (const client of clients) {
    const member = people.find((one) => one.login_id === client.loginId)?.member_id
    if (member == null) throw new Error(`The demo has no member ${client.loginId}.`)
    rows.add('agency_client', {
      member_id: member,
      agency_id: client.agencyId,
      region: client.region,
      client_id: uuidv7(),
      agent_account_id: findAccountId(client.agent ?? undefined),
      consented_on: client.consentedDaysAgo === null ? null : isoDayAfter(today, -client.consentedDaysAgo),
      consent_ended_on: null,
      follow_up_on: inDays(client.followUpInDays ?? undefined),
      note: client.note,
      changed_at: now,
    })
  }
  await rows.insert(tx)
}
