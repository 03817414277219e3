import type { Call, SentTo } from '@portico/contract/call'
import * as recovery from '@portico/contract/calls/recovery'
import * as registration from '@portico/contract/calls/registration'
import type { readDemoData } from '../server/src/demo/demo/data.ts'
import { make } from '../server/test/call.ts'
import type { Client } from '../server/test/client.ts'
import { newAccount, unregistered } from '../server/test/samples.ts'
import type { Series } from './timing.ts'

/** As many rounds as possible without reaching a limit for any demo person. */
const rounds = 95

/**
 * Public calls whose timing must not reveal whether we know someone (RG-1, RG-2): each with people we know and with people we do not. The
 * calls in a group run at the same time; calls with much hashing have their own group, since they would leave too little CPU time for the
 * others.
 */
export function evenCalls({ members, accounts }: ReturnType<typeof readDemoData>): Series[][] {
  const logins = [...members, ...accounts].map(({ loginId }) => loginId)
  const emails = [...members, ...accounts].map(({ email }) => email)
  const pick = <T>(list: readonly T[], round: number) => list[round % list.length] as T
  const card = (round: number) => {
    const { memberNumber, dateOfBirth } = pick(
      members.filter(({ brand }) => brand === 'hmbcbs'),
      round,
    )
    return { memberId: memberNumber, dateOfBirth: asTyped(dateOfBirth) }
  }
  const buildRegistration = (round: number) => {
    const { brand, zipCode, firstName, lastName, ...person } = pick(members, round)
    const coverage = { memberId: person.memberNumber, dateOfBirth: asTyped(person.dateOfBirth), relationship: 'SELF' }
    return { ...coverage, brand, zipCode, firstName, lastName, userType: 'MREG' }
  }
  const wrongAnswers = ['first-street', 'first-job'].map((questionId) => ({ questionId, answer: 'nothing' }))
  return [
    [
      both('forgotten login ID, by e-mail', 200, recovery.forgottenUsername, {
        known: (round) => ({ email: pick(emails, round) }),
        unknown: (round) => ({ email: nobody.email(round) }),
      }),
      both('forgotten password', 200, recovery.forgottenPassword, {
        known: (round) => ({ logonId: pick(logins, round) }),
        unknown: (round) => ({ logonId: nobody.login(round) }),
      }),
      both('security questions of a login ID', 200, recovery.recoveryQuestions, {
        known: (round) => ({ logonId: pick(logins, round) }),
        unknown: (round) => ({ logonId: nobody.login(round) }),
      }),
      both('security questions of a card', 200, recovery.usernameQuestions, {
        known: card,
        unknown: (round) => ({ ...card(round), memberId: nobody.number(round) }),
      }),
      both('coverage of a registered member', 400, registration.matchCoverage, {
        known: buildRegistration,
        unknown: (round) => ({ ...buildRegistration(round), memberId: nobody.number(round) }),
      }),
    ],
    [
      both('wrong answers for a login ID', 400, recovery.answerQuestions, {
        known: (round) => ({ logonId: pick(logins, round), answers: wrongAnswers }),
        unknown: (round) => ({ logonId: nobody.login(round), answers: wrongAnswers }),
      }),
    ],
    [
      both('registration of a member, by login ID', 200, registration.registerMember, {
        known: (round) => ({ ...newMember(round), logonId: pick(logins, round) }),
        unknown: (round) => ({ ...newMember(round), logonId: nobody.login(round) }),
      }),
      both('registration of a visitor, by login ID', 200, registration.createProspect, {
        known: (round) => ({ ...newVisitor(round), logonId: pick(logins, round) }),
        unknown: (round) => ({ ...newVisitor(round), logonId: nobody.login(round) }),
      }),
    ],
  ]
}

/** Values that no one has, different in each round. */
const nobody = {
  email: (round: number) => `nobody${round}@mail.example.com`,
  login: (round: number) => `NO${String(round).padStart(6, '0')}`,
  number: (round: number) => `77${String(round).padStart(9, '0')}`,
}

/** Two kinds send mail to it in each round, one fewer than the limit per address. */
function buildMailedAccount(round: number) {
  return { ...newAccount(), email: nobody.email(round), emailRepeat: nobody.email(round) }
}

function newMember(round: number) {
  return { ...unregistered, ...buildMailedAccount(round), userType: 'MREG' }
}

function newVisitor(round: number) {
  const { brand, zipCode, firstName, lastName, dateOfBirth } = unregistered
  return { brand, zipCode, firstName, lastName, dateOfBirth, ...buildMailedAccount(round + 1000), userType: 'VU65' }
}

function asTyped(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return `${month}/${date}/${year}`
}

function both<C extends Call>(
  name: string,
  status: number,
  call: C,
  bodies: Readonly<Record<'known' | 'unknown', (round: number) => object>>,
): Series {
  const kind = (which: 'known' | 'unknown') => ({
    name: which,
    attempt: (client: Client, round: number, headers: Record<string, string>) =>
      make(client, call, { body: bodies[which](round) } as unknown as SentTo<C>, headers),
  })
  return { name, status, rounds, kinds: [kind('known'), kind('unknown')] }
}
