import { badParameter, notFound } from '../outcome.ts'
import { type ApiParts, type Call, type One, requireAllowed } from './asked.ts'
import { buildConsents } from './consent.ts'
import { bundlePage } from './list-page.ts'
import { countRows, type Pairs } from './search-statement.ts'
import { readChoice, recordAppRead } from './store.ts'
import { toValues } from './values-statement.ts'

export async function readConsent(parts: ApiParts, id: string, call: Call): Promise<One> {
  requireAllowed(call, 'Consent', 'r')
  const choice = await readOwnChoice(parts, call)
  const found = choice && buildConsents(choice, call.access.memberId, call.plan).find((one) => one.id === id)
  if (!choice || !found) throw notFound()
  return { version: 1, updated: choice.chosenAt, body: found.body }
}

async function readOwnChoice({ db, database }: ApiParts, call: Call) {
  const choice = await readChoice(db, call.access)
  await recordAppRead(database, { about: 'Consent', count: choice === undefined ? 0 : 1 }, call)
  return choice
}

/** The member's choices about sharing (OS-42); empty before they have chosen. */
export async function searchConsents(parts: ApiParts, asked: Pairs, call: Call): Promise<string> {
  requireAllowed(call, 'Consent', 's')
  const { memberId } = call.access
  const own = [memberId, `Patient/${memberId}`, `${call.base}/Patient/${memberId}`]
  let isOwn = true
  for (const [name, text] of asked) {
    if (name === 'patient') isOwn &&= toValues(name, text).some((value) => own.includes(value))
    else if (name === 'status') isOwn &&= toValues(name, text).includes('active')
    else if (name === '_count') countRows(text)
    else throw badParameter(name, 'is no parameter of this type')
  }
  const choice = await readOwnChoice(parts, call)
  const consents = choice === undefined || !isOwn ? [] : buildConsents(choice, memberId, call.plan)
  const entries = consents.map(({ id, body }) => ({
    ...{ address: `${call.base}/Consent/${id}`, body, mode: 'match' as const },
  }))
  return bundlePage(parts.links, entries, { type: 'Consent', asked, last: undefined, total: entries.length }, call)
}
