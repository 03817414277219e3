import type { CallName } from '@portico/contract/calls'
import { ROLES, type Role } from '@portico/rules/roles'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Answer, Client, memberClient } from '../../../test/client.ts'
import { prepareOversight } from '../../../test/oversight-samples.ts'
import { testPortal } from '../../../test/portal.ts'
import { digestRows } from '../../../test/rows.ts'
import { everyCall, makeRight, type Records, readRecords, readySample } from '../../../test/samples.ts'
import { startWallets } from '../../../test/wallet-keys.ts'
import { findAccountByLogin } from '../../identity/accounts/sign-in-accounts.ts'
import { openSession } from '../../identity/sessions/open-session.ts'
import type { Tables } from '../db/tables.ts'

/** Calls that read and change no personal data, or only a bare count or how someone likes a list. */
const tellNothing: readonly CallName[] = [
  ...(['secureConfig', 'explainContent', 'messageCategories', 'passwordStrength', 'getSessionValue'] as const),
  ...(['validateSession', 'keepAlive', 'countUnread', 'mailEvents'] as const),
  ...(['passkeySignInOptions', 'stepUpOptions', 'findSignInWay'] as const),
  ...(['workspaceQueues', 'workspaceColleagues', 'workspaceFigures', 'cannedReplies', 'noteThreadPresence'] as const),
  ...(['settings', 'settingHistory'] as const),
  ...(['listLanguageReadings', 'readLanguageTexts'] as const),
  // The portal's texts, current and past, which concern no one.
  ...(['contentItems', 'contentVersions', 'contentReleases', 'explainContentFor'] as const),
  // The same for every member of a brand: forms to fill in and guides to read.
  ...(['formLibrary', 'openGuide', 'blankForm'] as const),
  // A browser's cart, without a sign-in; the shop's own test checks the events of signed-in people.
  ...(['cartPendingItems'] as const),
]
/** These, and every call open to anyone. */
const unaudited = everyCall.filter(
  ({ name, call }) => tellNothing.includes(name) || (call.audience.by === 'anyone' && !call.changes),
)

/** Calls whose samples find nothing to do, or need more than a session; their own tests check the events. */
const provenElsewhere: readonly CallName[] = [
  ...(['revokeMemberToken', 'revokeProducerToken', 'revokeMemberTokenDev', 'revokeProducerTokenDev'] as const),
  ...(['revokeToken', 'sessionCookies', 'startSimulation', 'startSimulationBeside'] as const),
  // By staff, about members.
  ...([
    'workspaceThreads',
    'searchThreads',
    'workspaceThread',
    'assignThread',
    'assignThreads',
    'setThreadState',
    'transferThread',
  ] as const),
  ...(['replyToThread', 'addThreadNote'] as const),
  ...(['saveThreadDraft', 'discardThreadDraft'] as const),
  ...(['addThreadFile', 'listThreadFiles', 'removeThreadFile', 'openThreadFile', 'downloadThreadFile'] as const),
  ...(['forgottenUsername', 'forgottenPassword', 'recoveryQuestions', 'answerQuestions', 'resetPassword'] as const),
  ...(['usernameQuestions', 'answerForUsername'] as const),
  ...(['confirmEmail', 'closeAccount', 'openInvitation', 'answerInvitation', 'startViewing'] as const),
  ...(['requestGuardianPin', 'verifyGuardian', 'requestSignInPin', 'verifySignInGuardian'] as const),
  ...(['matchCoverage', 'registerMember', 'createProspect', 'confirmRegistration', 'createLead'] as const),
  ...(['saveRegistration', 'resumeRegistration'] as const),
  // Nightly files that have not come, a run that replaced nothing, and a price file that does not exist.
  ...(['decideFeed', 'takeBackImport', 'removePrices'] as const),
  // An order that no one placed; an empty cart.
  ...(['pharmacyNotice', 'cartRemove'] as const),
]
/** Calls made before sign-in: the log records them under no account. */
const ofNobody: readonly CallName[] = [
  ...(['requestCall', 'saveShopping', 'cartAdd', 'startEnrollment'] as const),
  ...(['openProposal', 'payFirstPremium'] as const),
  ...(['saveApplicationDraft', 'openApplicationDraft', 'reopenApplication', 'withdrawApplication'] as const),
]
/** Calls with which staff read and change other people's data, or the log itself. */
const ofOthers: readonly CallName[] = [
  ...(['workspaceClaim', 'searchStaff', 'inviteStaff', 'resetStaffSecondFactor', 'decideStaffRequest'] as const),
  ...(['findAccounts', 'openAccountRecord', 'lockMemberAccount', 'endAccountSessions', 'endAccountSession'] as const),
  ...(['sendAccountLink', 'searchAudit', 'exportAudit', 'openOriginal', 'verifyAudit', 'whatRuns'] as const),
  ...(['agencyClients', 'changeAgencyClient', 'handOverClients', 'directoryReports'] as const),
  ...(['settleReport', 'workspaceForm', 'dataDesk', 'askDataChange', 'decideDataChange', 'previewErasure'] as const),
  ...(['readProvisioning', 'makeScimToken', 'endScimToken', 'changeScimGroup'] as const),
]
/** Calls that use up a code or challenge, whatever the outcome. */
const spending: readonly CallName[] = ['addPasskey', 'passkeySignIn', 'secondFactor', 'stepUp']
/** Calls that answer NOT-FOUND or refuse a person acting for the member. */
const ownAlone: readonly CallName[] = [
  'applePass',
  'openDraft',
  'healthRecord',
  'wellness',
  'openForm',
  'sentForms',
  'formDocument',
  'readAppRequest',
]
const audited = everyCall.filter(
  (one) => !unaudited.includes(one) && ![...provenElsewhere, ...ofOthers].includes(one.name),
)

const loginByRole: Partial<Record<Role, string>> = { MEMBER: 'MEMBER01', INTERNAL: 'CSRREP01', AGENT: 'AGENT001' }

// Tokens must outlive all tests of this file, even on a busy machine.
const wallets = await startWallets()
afterAll(wallets.close)
const portal = testPortal({ ACCESS_TOKEN_S: '3600', ...wallets.environment })
let own: Records
beforeAll(async () => {
  own = await readRecords(await memberClient(portal.origin, 'MEMBER01'))
  await prepareOversight(portal.database)
})
/** Calls that the test has made, whose changes are undone afterward. */
const made = new Set<AnyCall>()
async function undoMade(): Promise<void> {
  for (const { sample } of made) await sample.undo?.(portal.database)
  made.clear()
}
afterEach(undoMade)

const run = (query: ReturnType<typeof sql>) => query.execute(portal.database.read)

function listEvents(answer: Answer) {
  return portal.database.read
    .selectFrom('audit_event')
    .selectAll()
    .where('request_id', '=', answer.headers.get('x-request-id') ?? '')
    .execute()
}

type AnyCall = (typeof everyCall)[number]
const leavesSession = ({ call, sample }: AnyCall) => !call.changes && !sample.ready

/** One browser per person for calls that leave the session as it is; a new one for any other call. */
const shared = new Map<string, Promise<Client>>()
async function browserFor(whose: string, isShared: boolean, open: () => Promise<Client>): Promise<Client> {
  if (!isShared) return open()
  const kept = shared.get(whose) ?? open()
  shared.set(whose, kept)
  return (await kept).copy()
}

/** A browser that may make the call: a member's, if the call is for members. */
async function clientFor(one: AnyCall, isShared = leavesSession(one)) {
  const { call, sample } = one
  const { audience } = call
  const role = audience.by === 'anyone' ? 'MEMBER' : (ROLES.find((one) => audience.roles.includes(one)) ?? 'MEMBER')
  const login =
    audience.by !== 'anyone' && !audience.roles.includes('MEMBER') ? (sample.as ?? loginByRole[role] ?? '') : 'MEMBER01'
  return {
    login,
    client:
      audience.by === 'anyone'
        ? new Client(portal.origin)
        : await browserFor(login, isShared, () => memberClient(portal.origin, login)),
  }
}

async function right(one: AnyCall, client?: Client): Promise<Answer> {
  made.add(one)
  return makeRight(client ?? (await clientFor(one)).client, one, own)
}

/** Prepares the call and all that it needs, so that the database can refuse its writes when it is made. */
async function prepareCall(one: AnyCall) {
  made.add(one)
  const { client } = await clientFor(one, !one.sample.ready)
  const sent = await readySample(client, one.sample, own)
  return () => make(client, one.call, sent, one.sample.headers)
}

describe('SI-13 RO-4 every read and every change of a person is in the audit log', () => {
  test.each(audited.filter(({ name }) => !ofNobody.includes(name)))(
    'SI-13 $name: who, what, which record, from where, outcome, request',
    async (one) => {
      const { client, login } = await clientFor(one)
      const answer = await right(one, client)
      expect(answer.status).toBe(one.call.status)
      const events = await listEvents(answer)
      expect(events.length).toBeGreaterThan(0)
      const account = await findAccountByLogin(portal.database, login)
      for (const event of events) {
        expect(event).toMatchObject({
          at: expect.any(Date),
          actor_account_id: account?.account_id,
          actor_login_id: login,
          as_account_id: null,
          as_login_id: null,
          session_id: expect.any(String),
          member_id: account?.member_id,
          action: expect.stringMatching(/^[a-z-]+(\.[a-z-]+)?$/),
          record_type: expect.stringMatching(/^[a-z-]+$/),
          record_id: expect.stringMatching(/./),
          outcome: 'done',
          address: '127.0.0.1',
        })
      }
    },
  )

  test.each(everyCall.filter(({ name }) => ofOthers.includes(name)))(
    'SI-13 AD-2 AD-3 AD-4 $name, which concerns others, is recorded under the name of whoever did it',
    async (one) => {
      const { client, login } = await clientFor(one)
      const answer = await right(one, client)
      expect(answer.status).toBe(one.call.status)
      const account = await findAccountByLogin(portal.database, login)
      const events = await listEvents(answer)
      expect(events.length).toBeGreaterThan(0)
      for (const event of events) {
        expect(event).toMatchObject({ actor_account_id: account?.account_id, outcome: 'done', address: '127.0.0.1' })
      }
    },
  )

  test.each(everyCall.filter(({ name }) => ofNobody.includes(name)))(
    'SI-13 $name, before anybody signed in: what, which record, from where, outcome',
    async (one) => {
      const answer = await right(one)
      expect(answer.status).toBe(one.call.status)
      const events = await listEvents(answer)
      expect(events.length).toBeGreaterThan(0)
      for (const event of events) {
        expect(event).toMatchObject({
          actor_account_id: null,
          actor_login_id: null,
          session_id: null,
          member_id: null,
          action: expect.stringMatching(/^[a-z-]+\.[a-z-]+$/),
          record_type: expect.stringMatching(/^[a-z-]+$/),
          record_id: expect.stringMatching(/./),
          outcome: 'done',
          address: '127.0.0.1',
        })
      }
    },
  )

  test.each(unaudited)('SI-13 $name reveals nothing about anyone and writes no event', async (one) => {
    expect(await listEvents(await right(one))).toEqual([])
  })

  test.each(['/', '/mbr/', '/msg/', '/login/', '/spa/', '/nowhere'])(
    'SI-13 the page %s of a member is a read of their coverage',
    async (path) => {
      const client = await memberClient(portal.origin, 'MEMBER01')
      const answer = await client.get(path, { headers: { accept: 'text/html' } })
      const actions = (await listEvents(answer)).map(({ action }) => action)
      expect(actions).toContain('coverage.read')
      if (path === '/') expect(actions).toContain('overview.read')
      if (path === '/msg/') expect(actions).toContain('messages.list')
    },
  )

  test('SI-13 a refused sign-in is in it, too, with the account if there is one', async () => {
    const client = new Client(portal.origin)
    for (const [login, accountKnown] of [
      ['MEMBER02', true],
      ['NOBODY99', false],
    ] as const) {
      const events = await listEvents(await client.signIn(login, 'Wrong-1A'))
      expect(events).toMatchObject([{ action: 'sign-in GEN-NOMATCH', outcome: 'refused', actor_account_id: null }])
      expect(events[0]?.record_id !== null).toBe(accountKnown)
    }
  })
})

describe('SI-13 CS-1 what a rep does for a member is recorded under both names', () => {
  const possible = audited.filter(
    ({ name, call }) =>
      call.audience.by !== 'anyone' &&
      call.audience.roles.includes('MEMBER') &&
      (!call.changes || call.whileSimulating) &&
      !ownAlone.includes(name),
  )

  test.each(possible)('SI-13 CS-1 $name', async (one) => {
    const member = await findAccountByLogin(portal.database, 'MEMBER01')
    const rep = await findAccountByLogin(portal.database, 'CSRREP01')
    if (!member || !rep) throw new Error('The demo has both.')
    const simulate = async () => {
      const common = {
        userAgent: 'test',
        origin: { address: '127.0.0.1', requestId: uuidv7() },
        now: new Date(),
        maxS: 600,
      }
      const repSession = await openSession(portal.database, { ...common, account: rep, method: 'password' })
      const simulated = await openSession(portal.database, {
        ...common,
        account: member,
        method: 'simulation',
        simulation: {
          actor: { accountId: rep.account_id, loginId: rep.login_id },
          actorSessionId: repSession.principal.sessionId,
          returnSecret: uuidv7(),
          reason: 'asked for help',
          ticket: 'T-1',
        },
      })
      const client = new Client(portal.origin)
      client.cookies.set('LtpaToken2', simulated.sessionToken)
      client.cookies.set('oAuthToken', simulated.refreshToken)
      await client.takeToken()
      return client
    }
    const client = await browserFor('simulated', leavesSession(one), simulate)
    const events = await listEvents(await right(one, client))
    expect(events.length).toBeGreaterThan(0)
    for (const event of events) {
      expect(event).toMatchObject({
        actor_account_id: rep.account_id,
        actor_login_id: 'CSRREP01',
        as_account_id: member.account_id,
        as_login_id: 'MEMBER01',
        member_id: member.member_id,
      })
    }
  })
})

describe('SI-13 event and change are one', () => {
  const changed = ['session', 'refresh_token', 'account', 'rating_info', 'thread', 'message'] as const
  const secondFactors = ['authenticator', 'recovery_code', 'trusted_device', 'passkey'] as const

  /** Its helpers have their own schema, to stay apart from the portal's tables. */
  beforeAll(async () => {
    await run(sql`create schema refused`)
    await run(sql`create table refused.now (name text)`)
    await run(sql`create function refused.write() returns trigger language plpgsql as $$ begin
      if exists (select from refused.now where name = tg_table_name) then raise exception 'refused by the test'; end if;
      return null; end $$`)
    for (const table of ['audit_event', ...changed, ...secondFactors])
      await run(sql`create trigger refused before insert or update or delete on ${sql.table(table)}
        for each statement execute function refused.write()`)
  })

  test('SI-13 if the event cannot be written, nothing is read and nothing changes', async () => {
    const tried = audited.filter(({ name }) => !spending.includes(name))
    // Calls that need no preparation run together.
    const together = tried.filter(({ sample }) => !sample.ready)
    for (const batch of [together, ...tried.filter(({ sample }) => sample.ready).map((one) => [one])]) {
      const sends = new Map<string, () => Promise<Answer>>()
      for (const one of batch) sends.set(one.name, await prepareCall(one))
      await refuseWrites(['audit_event'], async () => {
        const before = await recordsNow()
        for (const [name, send] of sends) {
          const answer = await send()
          const tells = JSON.stringify(answer.body).includes('"payload":{')
          expect([name, answer.status, tells]).toEqual([name, 500, false])
        }
        // Once for all of them, because all rows are compared.
        expect(await recordsNow(), [...sends.keys()].join(', ')).toEqual(before)
      })
      await undoMade()
    }
  })

  test('SI-13 if the change fails, no event says that it was done', async () => {
    const failed: string[] = []
    for (const one of audited.filter(({ call }) => call.changes)) {
      const send = await prepareCall(one)
      await refuseWrites([...changed, ...secondFactors], async () => {
        const answer = await send()
        if (answer.status < 500) return
        failed.push(one.name)
        const done = (await listEvents(answer)).filter(({ outcome }) => outcome === 'done')
        expect([one.name, done]).toEqual([one.name, []])
      })
      await undoMade()
    }
    expect(failed).toEqual(
      expect.arrayContaining([
        ...['login', 'logout', 'updatePerson', 'updateProfile', 'putRatingInfo', 'addMessage', 'setReadFlag'],
        ...['endDevice', 'confirmAuthenticator', 'removeAuthenticator', 'renewRecoveryCodes', 'addPasskey'],
        ...['renamePasskey', 'removePasskey', 'forgetDevice', 'passkeySignIn', 'secondFactor', 'stepUp'],
      ]),
    )
  })

  /** Everything except limits: an attempt counts whatever its outcome. */
  async function recordsNow() {
    const { sign_in_limit: _, ...records } = await digestRows(portal.database)
    return records
  }

  /** Makes the database refuse every write to these tables while `work` runs. */
  async function refuseWrites(tables: readonly (keyof Tables)[], work: () => Promise<void>): Promise<void> {
    await run(sql`insert into refused.now select unnest(${[...tables]}::text[])`)
    try {
      await work()
    } finally {
      await run(sql`delete from refused.now`)
    }
  }
})
