import type { reportProvider } from '@portico/contract/calls/finder'
import { businessDaysAfter, REPORT_DAYS } from '@portico/rules/finder/limits'
import { easternDay } from '../../platform/day.ts'
import { lockMember } from '../../platform/db/row-locks.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { type MemberFinderParts, pickRelevant, requireProvider } from './member-parts.ts'
import { countOpenReports, findReport, insertReport } from './member-store.ts'

/** How many open reports a member may have at a time. */
const maxOpenReports = 20

/** Reports an error in the directory, once per id (MP-25). Throws NOT-FOUND, and TOO-MANY-REQUESTS while too many reports are open. */
export const reportError =
  (parts: MemberFinderParts): AuditedHandler<typeof reportProvider> =>
  async ({ principal, body: sent }, context, tx) => {
    const { memberId, brand } = principal
    await lockMember(tx, memberId)
    const known = await findReport(tx, memberId, sent.reportId)
    if (known !== undefined) return { dueOn: known.due_on }
    const { name, entries } = await requireProvider(tx, principal, sent.providerId, context)
    const entry = entries.find(({ place }) => place === sent.place)
    const networkId = sent.wrong === 'network' ? sent.networkId : ''
    const wrong = entry?.networks.filter((one) => networkId === '' || one.networkId === networkId)
    if (entry === undefined || wrong === undefined || (networkId !== '' && wrong.length === 0))
      throw new CallError('NOT-FOUND')
    if ((await countOpenReports(tx, memberId)) >= maxOpenReports) throw new CallError('TOO-MANY-REQUESTS')
    const dueOn = businessDaysAfter(easternDay(context.now), REPORT_DAYS, parts.holidays)
    await insertReport(tx, {
      member_id: memberId,
      report_id: sent.reportId,
      brand,
      provider_id: sent.providerId,
      name,
      place: sent.place,
      network_id: networkId,
      entry: JSON.stringify([pickRelevant({ ...entry, networks: wrong })]),
      kind: sent.wrong,
      note: sent.note,
      reported_at: context.now,
      due_on: dueOn,
      outcome: null,
      settled_by: null,
      answer: '',
    })
    return { dueOn }
  }
