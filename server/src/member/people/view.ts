import type { PayloadOf } from '@portico/contract/call'
import type * as calls from '@portico/contract/calls/people'
import { setSimulationCookies } from '../../identity/sessions/cookies.ts'
import { startViewing } from '../../identity/sessions/viewing.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { CallInput } from '../../platform/http/stages.ts'
import type { PeopleParts } from './parts.ts'
import { readHeld } from './standing.ts'
import { holdAccess } from './store.ts'

export async function viewPerson(
  { database, brands }: PeopleParts,
  { principal, body }: CallInput<typeof calls.startViewing>,
  context: CallContext,
): Promise<PayloadOf<typeof calls.startViewing>> {
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
}
