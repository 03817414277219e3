import type { PayloadOf } from '@portico/contract/call'
import * as calls from '@portico/contract/calls/agency-admin'
import { agencyEntitlements, effectiveEntitlements, sameEntitlements } from '@portico/rules/agencies/entitlements'
import { easternDay } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError, fieldError } from '../../platform/http/call-error.ts'
import { about, leaveUnchanged } from '../../platform/http/recorded.ts'
import { countByMonth, holdGiven, listAgencyAgents, writeGiven } from './admin-store.ts'
import { type ProducerScope, producerScope } from './scope.ts'
import { findGiven } from './store.ts'

type Agents = PayloadOf<typeof calls.agencyAgents>

const shownMonths = 12

/** The calls of agency admins (AG-7). All throw AGENCY-NOT-CHOSEN, and WRONG-ROLE for anyone else. */
export function bindAgencyAdmin(binder: Binder): void {
  binder.bind(calls.agencyAgents, async ({ principal }, _context, tx) => {
    const scope = await producerScope(tx, principal, 'manage')
    return about(nameAgency(scope), await listAgents(tx, scope))
  })

  binder.bind(calls.changeAgentEntitlements, async ({ principal, params: { agentId }, body }, _context, tx) => {
    const { before, entitlements } = body
    const scope = await producerScope(tx, principal, 'manage')
    const all = await holdGiven(tx, scope)
    const agent = all.find((one) => one.agentId === agentId)
    if (agent === undefined) throw new CallError('NOT-FOUND')
    const given = agencyEntitlements.filter((one) => entitlements.includes(one))
    // The same change sent again: nothing to do.
    if (sameEntitlements(agent.given, given)) return leaveUnchanged(await listAgents(tx, scope))
    if (!sameEntitlements(agent.given, before)) throw new CallError('CONFLICT')
    const { ofAgency = [] } = (await findGiven(tx, scope)) ?? {}
    if (given.some((one) => !ofAgency.includes(one))) throw fieldError('entitlements', 'select.not-chosen')
    const others = all.filter((one) => one.agentId !== agentId)
    if (![...others, { given }].some((one) => effectiveEntitlements(ofAgency, one.given).includes('manage')))
      throw fieldError('entitlements', 'field.required')
    await writeGiven(tx, scope, agentId, given)
    return about(agentId, await listAgents(tx, scope))
  })

  binder.bind(calls.agencyFigures, async ({ principal }, { now }, tx) => {
    const scope = await producerScope(tx, principal, 'manage')
    const names = monthsUpTo(easternDay(now))
    // UTC midnight comes before the month begins in any of the country's time zones.
    const counts = await countByMonth(tx, scope, new Date(`${names[0]}-01T00:00:00Z`))
    return about(nameAgency(scope), {
      months: names.map((month) => {
        const of = (kind: (typeof counts)[number]['kind']) =>
          counts.find((one) => one.kind === kind && one.month === month)?.count ?? 0
        return {
          month,
          leads: of('leads'),
          sent: of('sent'),
          opened: of('opened'),
          applications: of('applications'),
          inEffect: of('inEffect'),
        }
      }),
    })
  })
}

async function listAgents(tx: Tx, scope: ProducerScope): Promise<Agents> {
  const { ofAgency = [] } = (await findGiven(tx, scope)) ?? {}
  const rows = await listAgencyAgents(tx, scope)
  return {
    agents: rows.map(({ given, ...agent }) => ({
      ...agent,
      own: agent.agentId === scope.accountId,
      entitlements: [...effectiveEntitlements(agencyEntitlements, given)],
    })),
    agency: [...effectiveEntitlements(ofAgency, ofAgency)],
  }
}

/** The agency's name in the audit log. */
function nameAgency({ agencyId, region }: ProducerScope): string {
  return `${agencyId} ${region}`
}

/** The last months up to the month of a day, as `yyyy-mm`, oldest first. */
function monthsUpTo(day: string): string[] {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return Array.from({ length: shownMonths }, (_, at) =>
    new Date(Date.UTC(year, month - shownMonths + at, 1)).toISOString().slice(0, 7),
  )
}
