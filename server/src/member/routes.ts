import * as calls from '@portico/contract/calls/member'
import { CLIENT_NUMBER_COOKIE, GROUP_NUMBER_COOKIE } from '@portico/rules/tabs/group'
import { recordAudit } from '../audit/store.ts'
import type { Database } from '../db/database.ts'
import type { Binder } from '../http/bind.ts'
import { CallError } from '../http/call-error.ts'
import type { MessageService } from '../messages/service.ts'
import { readCoverage, readVendorDetail } from './coverage.ts'
import { readOverview } from './overview.ts'
import { listCoverages } from './store.ts'

export interface MemberParts {
  readonly database: Database
  readonly messages: MessageService
}

const yearS = 365 * 24 * 60 * 60

export function bindMember(binder: Binder, parts: MemberParts): void {
  const { database } = parts

  binder.bind(calls.currentUser, async ({ principal }, { cookies, origin, now }) =>
    database.transaction(async (tx) => {
      const { memberId } = principal
      const event = { action: 'coverage.read', recordType: 'member', recordId: memberId, outcome: 'done' } as const
      await recordAudit(tx, { ...event, actor: principal, memberId, origin }, now)
      return (await readCoverage(tx, principal, cookies)).currentUser
    }),
  )

  binder.bind(calls.vendorDetails, async ({ principal, query }) => {
    const { clientNumber, groupNumber } = query
    await checkOwnGroup(principal.memberId, clientNumber, groupNumber)
    const scope = { memberId: principal.memberId, clientNumber, groupNumber }
    return { claimAndSpending: await readVendorDetail(database.read, scope, Number(query.date.slice(0, 4))) }
  })

  binder.bind(calls.overview, async ({ principal }, { cookies, origin, now }) =>
    readOverview(parts, { principal, cookies, origin, now }),
  )

  binder.bind(calls.selectGroup, async ({ principal, body }, context) => {
    await checkOwnGroup(principal.memberId, body.clientNumber, body.groupNumber)
    context.setCookie(CLIENT_NUMBER_COOKIE, body.clientNumber, { httpOnly: false, maxAge: yearS })
    context.setCookie(GROUP_NUMBER_COOKIE, body.groupNumber, { httpOnly: false, maxAge: yearS })
    return body
  })

  async function checkOwnGroup(memberId: string, clientNumber: string, groupNumber: string): Promise<void> {
    const own = (await listCoverages(database.read, memberId)).some(
      (row) => row.client_number === clientNumber && row.group_number === groupNumber,
    )
    if (!own) throw new CallError('NOT-FOUND')
  }
}
