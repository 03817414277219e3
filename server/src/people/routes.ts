import * as calls from '@portico/contract/calls/people'
import type { BrandService } from '../brand/service.ts'
import type { Database } from '../db/database.ts'
import type { Binder } from '../http/bind.ts'
import { CallError } from '../http/call-error.ts'
import { setSimulationCookies } from '../sessions/cookies.ts'
import { startViewing } from '../sessions/viewing.ts'
import type { PeopleService } from './service.ts'
import { readHeld } from './standing.ts'
import { holdAccess } from './store.ts'

export function bindPeople(
  binder: Binder,
  parts: { readonly database: Database; readonly people: PeopleService; readonly brands: BrandService },
): void {
  const { database, people, brands } = parts
  binder.bind(calls.listPeople, ({ principal }, context) => people.list(principal, context))
  binder.bind(calls.invitePerson, ({ principal, body }, context) => people.invite(principal, body, context))
  binder.bind(calls.sendInvitationAgain, ({ principal, params }, context) =>
    people.sendAgain(principal, params.accessId, context),
  )
  binder.bind(calls.changeAccess, ({ principal, params, body }, context) =>
    people.change(principal, params.accessId, body, context),
  )
  binder.bind(calls.endAccess, ({ principal, params }, context) => people.end(principal, params.accessId, context))
  binder.bind(calls.openInvitation, ({ principal, body }, context) => people.open(principal, body.ticket, context))
  binder.bind(calls.answerInvitation, ({ principal, body }, context) => people.answer(principal, body, context))

  binder.bind(calls.startViewing, async ({ principal, body }, context) => {
    const { now, origin, userAgent, cookies } = context
    const { personId: memberId } = body
    const held = { principal, sessionToken: cookies.LtpaToken2, pageKey: context.header('obssocookie') }
    const started = await startViewing(database, { ...held, memberId, now, origin, userAgent }, async (tx) => {
      await holdAccess(tx, principal.accountId, memberId)
      const person = (await readHeld(tx, principal, now)).find(({ personId }) => personId === memberId)
      if (person === undefined) throw new CallError('NOT-FOUND')
      return { scopes: person.scopes, ends: person.until }
    })
    setSimulationCookies(context, started)
    brands.setCookies(context, started.account.brand)
    return started.payload
  })
}
