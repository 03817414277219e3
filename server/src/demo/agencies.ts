import { v7 as uuidv7 } from 'uuid'
import { easternDay, isoDayAfter } from '../day.ts'
import type { DemoAccount, DemoAgency } from './data.ts'
import type { Rows } from './rows.ts'

/** Agencies with where they sell. */
export function addAgencies(rows: Rows, agencies: readonly DemoAgency[]): void {
  for (const { agencyId: agency_id, name, phone, entitlements, regions } of agencies) {
    rows.add('agency', { agency_id, name, phone, entitlements: JSON.stringify(entitlements) })
    rows.add('agency_region', ...regions.map((region) => ({ agency_id, ...region })))
  }
}

/** For whom an agent works, and what they have to sell with. */
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
      ...{ account_id, brand, state, line, begins },
      appointment_id: uuidv7(),
      ends: inDays(endsInDays),
    })
  }
  for (const { kind, name, line, completedDaysAgo, endsInDays } of trainings)
    rows.add('agent_training', {
      ...{ account_id, kind, name, line },
      training_id: uuidv7(),
      plan_year: Number(today.slice(0, 4)) + 1,
      completed_on: completedDaysAgo === null ? null : isoDayAfter(today, -completedDaysAgo),
      ends: inDays(endsInDays),
    })
}
