import { randomUUID } from 'node:crypto'
import { calls } from '@portico/contract/calls'
import { type Entitlement, entitlements } from '@portico/rules/staff/entitlements'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Answer, Client, listErrorCodes, listErrors, memberClient, signInClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { listAuditedActions } from '../../../test/rows.ts'
import { addAuthenticator } from '../../../test/second-factor.ts'
import { testClient } from '../../../test/signed-in.ts'

const portal = testPortal()
/** An administrator for every brand, and one for some brands. */
const nora = testClient(portal, 'ADMIN001')
const leo = testClient(portal, 'ADMIN002')

const password = 'Kestrel-47-Ridge'
const signIn = (loginId: string, word = 'Welcome1!') => signInClient(portal.origin, loginId, word)
const readAccountId = async (loginId: string) => {
  const query = portal.database.read.selectFrom('account').select('account_id').where('login_id', '=', loginId)
  return (await query.executeTakeFirstOrThrow()).account_id
}
const search = async (client: Client, text = '') =>
  (await make(client, calls.searchStaff, { body: { text } })).body.payload
const person = async (loginId: string) => (await search(nora, loginId)).people.find((one) => one.loginId === loginId)
type Rights = { entitlements?: Entitlement[]; brands?: string[] }
const change = async (client: Client, loginId: string, { entitlements = [], brands = [] }: Rights) =>
  make(client, calls.changeStaffRights, {
    params: { accountId: await readAccountId(loginId) },
    body: { kind: 'rep', entitlements, brands },
  })
const invitation = (loginId: string, rights: Rights = {}) => ({
  ...{
    loginId,
    firstName: 'Tia',
    lastName: 'Newman',
    email: 'tia@plan.example',
    brand: 'hmbcbs',
    kind: 'rep' as const,
  },
  entitlements: [],
  brands: ['hmbcbs'],
  ...rights,
})
const invite = (client: Client, loginId: string, rights: Rights = {}) =>
  make(client, calls.inviteStaff, { body: invitation(loginId, rights) })
const outcome = ({ status, body }: Answer<{ outcome: string }>) => [
  status,
  body.payload?.outcome ?? listErrorCodes({ body } as never)[0],
]
/** Invites someone, and has another administrator confirm it. */
const inviteConfirmed = async (loginId: string, rights: Rights = {}) => {
  expect(outcome(await invite(leo, loginId, rights))).toEqual([201, 'waiting'])
  expect((await decide(nora, (await findRequest(loginId.toUpperCase()))?.requestId ?? '')).status).toBe(200)
}
const findRequest = async (loginId: string) => (await search(nora)).requests.find((one) => one.loginId === loginId)
const decide = (client: Client, requestId: string, confirm = true) =>
  make(client, calls.decideStaffRequest, { params: { requestId }, body: { confirm } })
/** Chooses a password with the link, like the person who got it. */
async function choosePassword(loginId: string): Promise<void> {
  const { hashSecret } = await import('../../identity/tokens/secrets.ts')
  const accountId = await readAccountId(loginId)
  await portal.database.read
    .updateTable('recovery_ticket')
    .set({ ticket_hash: hashSecret(`ticket ${loginId}`) })
    .where('account_id', '=', accountId)
    .execute()
  const body = { ticket: `ticket ${loginId}`, newPassword: password }
  expect((await make(new Client(portal.origin), calls.resetPassword, { body })).status).toBe(200)
}

describe('AD-2 people who work here', () => {
  test('AD-2 staff without the entitlement are refused every call of administration and oversight', async () => {
    const rep = await signIn('CSRREP01')
    const params = { accountId: await readAccountId('CSRREP02') }
    const answers = [
      await make(rep, calls.searchStaff, { body: {} }),
      await make(rep, calls.staffPerson, { params }),
      await invite(rep, 'NEWREP00'),
      await change(rep, 'CSRREP02', {}),
      await make(rep, calls.endStaff, { params }),
      await make(rep, calls.resetStaffSecondFactor, { params }),
      await decide(rep, '01a201ca-0000-7000-8000-000000000000'),
      await make(rep, calls.findAccounts, { body: { by: 'login-id', text: 'MEMBER01' } }),
      await make(rep, calls.openAccountRecord, { params }),
      await make(rep, calls.lockMemberAccount, { params, body: { locked: true } }),
      await make(rep, calls.endAccountSessions, { params }),
      await make(rep, calls.endAccountSession, { params: { ...params, sessionId: params.accountId } }),
      await make(rep, calls.sendAccountLink, { params }),
      await make(rep, calls.searchAudit, { body: {} }),
      await make(rep, calls.exportAudit, { body: {} }),
      await make(rep, calls.verifyAudit, { body: { after: 0 } }),
      await make(rep, calls.whatRuns, {}),
    ]
    for (const answer of answers) expect([answer.status, listErrorCodes(answer)]).toEqual([403, ['WRONG-ROLE']])
  })

  test('AD-2 an invitation sent several times at once waits once', async () => {
    const together = await Promise.all(Array.from({ length: 3 }, () => invite(leo, 'NEWREP77')))
    expect(together.map(outcome)).toEqual(Array.from({ length: 3 }, () => [201, 'waiting']))
    const waits = (await search(nora)).requests.filter(({ loginId }) => loginId === 'NEWREP77')
    expect(waits).toHaveLength(1)
    expect((await decide(nora, waits[0]?.requestId ?? '', false)).status).toBe(200)
  })

  test('AD-2 new rights and a reset of the second factor, asked for several times at once, wait once and are e-mailed once', async () => {
    await inviteConfirmed('NEWREP78')
    await choosePassword('NEWREP78')
    const params = { accountId: await readAccountId('NEWREP78') }
    const countMails = async () => {
      const mails = portal.database.read.selectFrom('outbox').select('recipient')
      return (await mails.where('template', '=', 'staff-confirmation').execute()).length
    }
    for (const ask of [
      () => change(leo, 'NEWREP78', { entitlements: ['audit'], brands: ['hmbcbs'] }),
      () => make(leo, calls.resetStaffSecondFactor, { params }),
    ]) {
      await portal.database.read.deleteFrom('outbox').where('template', '=', 'staff-confirmation').execute()
      expect(outcome(await ask())).toEqual([200, 'waiting'])
      const [mails, first] = [await countMails(), await findRequest('NEWREP78')]
      const again = await Promise.all([ask(), ask(), ask()])
      expect(again.map(outcome)).toEqual(Array.from({ length: 3 }, () => [200, 'waiting']))
      const waits = (await search(nora)).requests.filter(({ loginId }) => loginId === 'NEWREP78')
      expect(waits.map(({ requestId }) => requestId)).toEqual([first?.requestId])
      expect([mails > 0, await countMails()]).toEqual([true, mails])
      expect((await decide(nora, first?.requestId ?? '', false)).status).toBe(200)
    }
  })

  test('AD-2 an administrator of some brands sees and manages only the staff of those brands', async () => {
    const { people, me } = await search(leo)
    const logins = people.map(({ loginId }) => loginId)
    expect(logins).toEqual(expect.arrayContaining(['CSRREP01', 'CSRREP02', 'ADMIN002']))
    for (const other of ['CSRREP03', 'ADMIN001', 'INTERNAL1']) expect(logins).not.toContain(other)
    expect(me).toMatchObject({ brands: ['de', 'hmbcbs', 'ms', 'wi'], alone: false })
    expect((await search(nora)).people.map(({ loginId }) => loginId)).toEqual(
      expect.arrayContaining(['ADMIN001', 'CSRREP03', 'INTERNAL1']),
    )
    expect((await search(nora, 'whitf')).people.map(({ loginId }) => loginId)).toEqual(['CSRREP02'])
    expect(listErrors(await invite(leo, 'NEWREP00', { brands: ['ndbcbs'] }))).toEqual([400, 'brands select.not-chosen'])
    expect(listErrors(await invite(leo, 'NEWREP00', { brands: ['ALL'] }))).toEqual([400, 'brands select.not-chosen'])
    expect(listErrors(await change(leo, 'CSRREP02', { brands: ['hmbcbs', 'ndbcbs'] }))).toEqual([
      400,
      'brands select.not-chosen',
    ])
  })

  test('AD-2 an invited person chooses a password through the link, once, and has only the rights that were granted', async () => {
    await inviteConfirmed('newrep01', { entitlements: ['unlock'] })
    expect(listErrors(await invite(leo, 'NEWREP01'))).toEqual([400, 'loginId login-id.taken'])
    expect(listErrors(await invite(leo, 'MEMBER01'))).toEqual([400, 'loginId login-id.taken'])
    const wrong = { ...invitation('X'), firstName: '', lastName: '1', email: 'x', brand: 'nowhere' }
    expect(listErrors(await make(leo, calls.inviteStaff, { body: wrong }))).toEqual([
      ...[400, 'loginId login-id.invalid', 'firstName field.required', 'lastName name.invalid'],
      ...['email email.invalid', 'brand select.not-chosen'],
    ])
    expect(await person('NEWREP01')).toMatchObject({ state: 'invited', entitlements: ['unlock'], brands: ['hmbcbs'] })
    await choosePassword('NEWREP01')
    const client = await signIn('NEWREP01', password)
    expect(await person('NEWREP01')).toMatchObject({ state: 'active', invitedUntil: null })
    expect((await make(client, calls.unlockAccount, { body: { logonId: 'NOBODY99' } })).status).toBe(200)
    expect((await make(client, calls.searchStaff, { body: {} })).status).toBe(403)
  })

  test('AD-2 rights are removed at once; new rights wait for another administrator than the one who asked', async () => {
    await inviteConfirmed('NEWREP02', { entitlements: ['unlock'] })
    const asked = await change(leo, 'NEWREP02', { entitlements: ['audit'], brands: ['hmbcbs', 'de'] })
    expect(outcome(asked)).toEqual([200, 'waiting'])
    expect(await listAuditedActions(portal.database, asked)).toEqual([
      'staff.rights -unlock done',
      'staff.ask rights +audit +de done',
    ])
    expect(await person('NEWREP02')).toMatchObject({ entitlements: [], brands: ['hmbcbs'] })
    const request = await findRequest('NEWREP02')
    expect(request).toMatchObject({ askedBy: 'ADMIN002', entitlements: ['audit'], brands: ['de'], own: false })
    const requestId = request?.requestId ?? ''
    expect(listErrorCodes(await decide(leo, requestId))).toEqual(['CONFLICT'])
    const both = await Promise.all([decide(nora, requestId), decide(nora, requestId)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
    expect(await person('NEWREP02')).toMatchObject({ entitlements: ['audit'], brands: ['de', 'hmbcbs'] })
    expect(listErrorCodes(await decide(nora, requestId))).toEqual(['NOT-FOUND'])
  })

  test('AD-2 CS-1 someone who loses a brand or the right to act for members acts for nobody there from that moment', async () => {
    const simulate = (...brands: string[]): Rights => ({ entitlements: ['simulate'], brands })
    const less: [string, Rights][] = [
      ['NEWREP06', { brands: ['de', 'hmbcbs'] }],
      ['NEWREP07', simulate('de')],
    ]
    for (const [loginId, left] of less) {
      await inviteConfirmed(loginId, { ...simulate('de', 'hmbcbs'), entitlements: ['simulate', 'unlock'] })
      await choosePassword(loginId)
      const client = await signIn(loginId, password)
      const member = {
        params: { storeID: '10151', logonID: 'MEMBER02' },
        body: { reason: 'Asked for help with a claim', ticket: 'T-1001' },
      } as const
      expect((await make(client, calls.startSimulation, member)).status).toBe(200)
      await client.takeToken()
      await change(nora, loginId, simulate('de', 'hmbcbs'))
      expect((await make(client, calls.listMessages, {})).status).toBe(200)
      const changed = await change(nora, loginId, left)
      expect(await listAuditedActions(portal.database, changed)).toContain('simulation.end done')
      expect((await make(client, calls.listMessages, {})).status).toBe(401)
      const page = await client.get('/mbr/', { headers: { accept: 'text/html' } })
      expect(page.headers.get('location')).toBe('/?simulation=ended#')
      expect((await make(client, calls.getUserInfo, {})).body.payload.logonId).toBe(loginId)
      expect((await make(client, calls.startSimulation, member)).status).toBeGreaterThan(400)
    }
  })

  test('AD-2 a newer request replaces an older one; the requester can drop it; after a week it expires', async () => {
    await inviteConfirmed('NEWREP03')
    await change(leo, 'NEWREP03', { entitlements: ['audit'], brands: ['hmbcbs'] })
    const first = await findRequest('NEWREP03')
    await change(leo, 'NEWREP03', { entitlements: ['unlock'], brands: ['hmbcbs'] })
    expect(listErrorCodes(await decide(nora, first?.requestId ?? ''))).toEqual(['NOT-FOUND'])
    const second = await findRequest('NEWREP03')
    expect(second?.entitlements).toEqual(['unlock'])
    expect((await decide(leo, second?.requestId ?? '', false)).body.payload).toEqual({ outcome: 'dropped' })
    await change(leo, 'NEWREP03', { entitlements: ['audit'], brands: ['hmbcbs'] })
    const third = await findRequest('NEWREP03')
    await sql`update staff_request set expires_at = now() - interval '1 second' where request_id = ${third?.requestId}`.execute(
      portal.database.read,
    )
    expect(listErrorCodes(await decide(nora, third?.requestId ?? ''))).toEqual(['NOT-FOUND'])
    expect(await person('NEWREP03')).toMatchObject({ entitlements: [] })
  })

  test('AD-2 the person who confirms an invitation sees the address that its link goes to', async () => {
    await invite(leo, 'NEWREP13', { entitlements: ['unlock'] })
    expect(await findRequest('NEWREP13')).toMatchObject({ kind: 'invitation', email: 'tia@plan.example' })
    await change(leo, 'CSRREP02', { entitlements: ['answer', 'audit'], brands: ['de', 'hmbcbs', 'ms'] })
    expect(await findRequest('CSRREP02')).toMatchObject({ kind: 'rights', email: null })
  })

  test.each([
    [
      'is ended',
      'NEWADM21',
      async () => make(nora, calls.endStaff, { params: { accountId: await readAccountId('NEWADM21') } }),
    ],
    ['administers no more', 'NEWADM22', () => change(nora, 'NEWADM22', { brands: ['de', 'hmbcbs'] })],
    ['loses the brand', 'NEWADM23', () => change(nora, 'NEWADM23', { entitlements: ['administer'], brands: ['de'] })],
  ])('AD-2 a request of an administrator who then %s can only be dropped', async (_, loginId, lose) => {
    await inviteConfirmed(loginId, { entitlements: ['administer'], brands: ['de', 'hmbcbs'] })
    await choosePassword(loginId)
    const asker = await signIn(loginId, password)
    const invited = `X${loginId.slice(1)}`
    expect(outcome(await invite(asker, invited, { entitlements: ['audit'] }))).toEqual([201, 'waiting'])
    expect(await findRequest(invited)).toMatchObject({ lapsed: false })
    expect((await lose()).status).toBe(200)
    const { requestId = '', ...request } = (await findRequest(invited)) ?? {}
    expect(request).toMatchObject({ askedBy: loginId, lapsed: true })
    expect(listErrorCodes(await decide(leo, requestId))).toEqual(['CONFLICT'])
    expect(await person(invited)).toBeUndefined()
    expect((await decide(leo, requestId, false)).body.payload).toEqual({ outcome: 'dropped' })
  })

  test('AD-2 every invitation waits for another administrator, whatever it grants, and opens nothing before', async () => {
    for (const [at, one] of entitlements.entries()) {
      expect(outcome(await invite(leo, `NEWENT0${at}`, { entitlements: [one] }))).toEqual([201, 'waiting'])
      expect(await person(`NEWENT0${at}`)).toBeUndefined()
    }
    expect(outcome(await invite(leo, 'NEWREP10'))).toEqual([201, 'waiting'])
    expect(await person('NEWREP10')).toBeUndefined()
    expect((await decide(nora, (await findRequest('NEWREP10'))?.requestId ?? '')).status).toBe(200)
    expect(await person('NEWREP10')).toMatchObject({ state: 'invited', entitlements: [] })
  })

  test('AD-2 AG-1 staff without the entitlement to answer work for no agency', async () => {
    await inviteConfirmed('NEWREP11')
    await choosePassword('NEWREP11')
    const client = await signIn('NEWREP11', password)
    expect((await make(client, calls.agencyChoices, {})).body.payload.choices).toEqual([])
    expect(listErrorCodes(await make(client, calls.agencyClients, { query: {} }))).toEqual(['AGENCY-NOT-CHOSEN'])
  })

  test('AD-2 an invitation that lets someone grant rights waits, opens nothing before, and loses to an account that took its login ID', async () => {
    expect(outcome(await invite(leo, 'NEWADM01', { entitlements: ['administer'] }))).toEqual([201, 'waiting'])
    expect(await person('NEWADM01')).toBeUndefined()
    const request = await findRequest('NEWADM01')
    await invite(leo, 'NEWADM01')
    const later = (await search(nora)).requests.find(
      ({ loginId, requestId }) => loginId === 'NEWADM01' && requestId !== request?.requestId,
    )
    expect((await decide(nora, later?.requestId ?? '')).status).toBe(200)
    expect(listErrorCodes(await decide(nora, request?.requestId ?? ''))).toEqual(['CONFLICT'])
    expect(outcome(await invite(leo, 'NEWADM02', { entitlements: ['administer'] }))).toEqual([201, 'waiting'])
    expect((await decide(nora, (await findRequest('NEWADM02'))?.requestId ?? '')).status).toBe(200)
    expect(await person('NEWADM02')).toMatchObject({ state: 'invited', entitlements: ['administer'] })
  })

  test('AD-2 a second factor is reset once another administrator confirms; codes, passkeys and sessions are gone', async () => {
    await inviteConfirmed('NEWREP04')
    await choosePassword('NEWREP04')
    const client = await signIn('NEWREP04', password)
    await addAuthenticator(client)
    const params = { accountId: await readAccountId('NEWREP04') }
    expect(outcome(await make(leo, calls.resetStaffSecondFactor, { params }))).toEqual([200, 'waiting'])
    expect(await person('NEWREP04')).toMatchObject({ secondFactor: true })
    expect((await decide(nora, (await findRequest('NEWREP04'))?.requestId ?? '')).status).toBe(200)
    expect(await person('NEWREP04')).toMatchObject({ secondFactor: false })
    expect((await make(client, calls.validateSession, {})).status).toBe(401)
    await signIn('NEWREP04', password)
  })

  test('AD-2 ending someone’s access shuts them out at once and for good, even in the middle of a sign-in', async () => {
    await inviteConfirmed('NEWREP05', { entitlements: ['unlock'] })
    await choosePassword('NEWREP05')
    const client = await signIn('NEWREP05', password)
    const params = { accountId: await readAccountId('NEWREP05') }
    const attempts = Array.from({ length: 4 }, async () => {
      const other = new Client(portal.origin)
      await other.signIn('NEWREP05', password)
      return other
    })
    const ended = await make(leo, calls.endStaff, { params })
    expect([ended.status, await listAuditedActions(portal.database, ended)]).toEqual([200, ['staff.end done']])
    for (const other of [client, ...(await Promise.all(attempts))])
      expect((await make(other, calls.validateSession, {})).status).toBe(401)
    expect(listErrorCodes(await new Client(portal.origin).signIn('NEWREP05', password))).toEqual(['GEN-SUSPEND'])
    expect(await person('NEWREP05')).toMatchObject({ state: 'ended', entitlements: [], brands: [] })
    expect(listErrorCodes(await change(nora, 'NEWREP05', { entitlements: ['audit'] }))).toEqual(['CONFLICT'])
    expect((await make(nora, calls.sendAccountLink, { params })).status).toBe(404)
  })

  test('MC-6 AD-2 conversations of someone who leaves, or loses the brand or the right to answer, are given back to everyone', async () => {
    const bo = await signIn('CSRREP02')
    const member = await memberClient(portal.origin, 'MEMBER01')
    const write = async (more: object) =>
      (await make(member, calls.addMessage, { body: { clientMessageId: randomUUID(), text: 'How is it?', ...more } }))
        .body.payload
    const look = async (threadId: string) =>
      (await make(bo, calls.workspaceThread, { params: { threadId } })).body.payload
    const settle = async (threadId: string, state: 'resolved' | 'waiting' | 'open') => {
      const { version } = await look(threadId)
      return make(bo, calls.setThreadState, { params: { threadId }, body: { state, version } })
    }
    for (const [loginId, leave] of [
      ['NEWREP08', async () => make(leo, calls.endStaff, { params: { accountId: await readAccountId('NEWREP08') } })],
      ['NEWREP09', () => change(nora, 'NEWREP09', { entitlements: ['answer'], brands: ['de'] })],
      ['NEWREP12', () => change(nora, 'NEWREP12', { brands: ['de', 'hmbcbs'] })],
    ] as const) {
      await inviteConfirmed(loginId, { entitlements: ['answer'], brands: ['de', 'hmbcbs'] })
      const accountId = await readAccountId(loginId)
      const topic = { categoryId: 'claims', subCategoryId: 'claim-status', subject: 'A question' }
      const sent = [await write(topic), await write(topic), await write(topic), await write(topic)]
      const [open, waiting, written, reopened] = sent.map(({ threadId }) => threadId) as [
        string,
        string,
        string,
        string,
      ]
      for (const { threadId } of sent) {
        const { version } = await look(threadId)
        await make(bo, calls.assignThread, { params: { threadId }, body: { accountId, version } })
      }
      await settle(waiting, 'waiting')
      await settle(written, 'resolved')
      await settle(reopened, 'resolved')
      const { version } = await look(open)
      const left = await leave()
      expect((await listAuditedActions(portal.database, left)).filter((one) => one.startsWith('workspace'))).toEqual([
        'workspace.release done',
        'workspace.release done',
      ])
      await write({ inReplyTo: sent[2]?.messageId })
      await settle(reopened, 'open')
      for (const threadId of [open, waiting, written, reopened]) expect((await look(threadId)).assignee).toBeNull()
      expect((await look(open)).version).toBe(version + 1)
    }
  })

  test('AD-2 an administrator sees and ends a session of staff, and sends the link for a password again', async () => {
    const rep = await signIn('CSRREP02')
    const params = { accountId: await readAccountId('CSRREP02') }
    const { body } = await make(leo, calls.staffPerson, { params })
    expect(body.payload.person.loginId).toBe('CSRREP02')
    const [session] = body.payload.sessions
    const one = { ...params, sessionId: session?.sessionId ?? '' }
    expect((await make(leo, calls.endAccountSession, { params: one })).body.payload).toEqual({ ended: 1 })
    expect((await make(leo, calls.endAccountSession, { params: one })).status).toBe(404)
    expect((await make(rep, calls.validateSession, {})).status).toBe(401)
    expect((await make(leo, calls.sendAccountLink, { params })).body.payload).toEqual({ sent: true })
  })
})

describe('AD-2 the last administrator', () => {
  const administer = { entitlements: ['administer' as const, 'audit' as const], brands: ['ALL'] }

  test('AD-2 cannot be ended or demoted, by themselves or anyone else', async () => {
    const params = { accountId: await readAccountId('ADMIN001') }
    expect(listErrorCodes(await make(nora, calls.endStaff, { params }))).toEqual(['CONFLICT', 'LAST-ADMINISTRATOR'])
    expect(listErrorCodes(await change(nora, 'ADMIN001', { brands: ['ALL'] }))).toEqual([
      'CONFLICT',
      'LAST-ADMINISTRATOR',
    ])
    expect(listErrorCodes(await change(nora, 'ADMIN001', { ...administer, brands: ['hmbcbs'] }))).toEqual([
      'CONFLICT',
      'LAST-ADMINISTRATOR',
    ])
    expect(await person('ADMIN001')).toMatchObject({ state: 'active', ...administer })
  })

  test('AD-2 of two who end each other at the same moment, one stays', async () => {
    for (const loginId of ['NEWADM11', 'NEWADM12']) {
      await make(nora, calls.inviteStaff, { body: invitation(loginId, administer) })
      const { requestId = '' } = (await findRequest(loginId)) ?? {}
      // The person who confirms must be an administrator for every brand, too.
      await sql`insert into staff_brand (account_id, brand) values (${await readAccountId('ADMIN002')}, 'ALL')`.execute(
        portal.database.read,
      )
      expect((await decide(leo, requestId)).status).toBe(200)
      await sql`delete from staff_brand where brand = 'ALL' and account_id = ${await readAccountId('ADMIN002')}`.execute(
        portal.database.read,
      )
      await choosePassword(loginId)
    }
    const [one, other] = [await signIn('NEWADM11', password), await signIn('NEWADM12', password)]
    expect((await make(one, calls.endStaff, { params: { accountId: await readAccountId('ADMIN001') } })).status).toBe(
      200,
    )
    const answers = await Promise.all([
      make(one, calls.endStaff, { params: { accountId: await readAccountId('NEWADM12') } }),
      make(other, calls.endStaff, { params: { accountId: await readAccountId('NEWADM11') } }),
    ])
    expect(answers.map(({ status }) => status).sort()).not.toEqual([200, 200])
    const { rows } =
      await sql`select from account where login_id in ('NEWADM11', 'NEWADM12') and ended_at is null`.execute(
        portal.database.read,
      )
    expect(rows).toHaveLength(1)
  })
})

describe('AD-3 accounts of members', () => {
  afterEach(() => sql`update account set locked_at = null`.execute(portal.database.read))
  const find = async (by: 'login-id' | 'member-number' | 'email', text: string) =>
    (await make(leo, calls.findAccounts, { body: { by, text } })).body.payload.accounts.map(({ loginId }) => loginId)
  const open = async (loginId: string) =>
    (await make(leo, calls.openAccountRecord, { params: { accountId: await readAccountId(loginId) } })).body.payload

  test('AD-3 an account is found by its whole login ID, member number or e-mail, in the caller’s brands; those of staff never are', async () => {
    expect(await find('login-id', ' member01 ')).toEqual(['MEMBER01'])
    const { account } = await open('MEMBER01')
    expect(await find('member-number', account.memberNumber ?? '')).toEqual(['MEMBER01'])
    expect(await find('email', (account.email ?? '').toUpperCase())).toEqual(['MEMBER01'])
    for (const text of ['MEMBER0', 'MEMBERND', 'CSRREP02', "' or 1=1 --", '%'])
      expect(await find('login-id', text)).toEqual([])
    expect(listErrors(await make(leo, calls.findAccounts, { body: { by: 'email', text: ' ' } }))).toEqual([
      400,
      'text field.required',
    ])
    const answer = await make(leo, calls.findAccounts, { body: { by: 'login-id', text: 'MEMBER01' } })
    expect(await listAuditedActions(portal.database, answer)).toEqual(['account.find done'])
    const params = { accountId: await readAccountId('MEMBERND') }
    expect((await make(leo, calls.openAccountRecord, { params })).status).toBe(404)
    expect((await make(leo, calls.lockMemberAccount, { params, body: { locked: true } })).status).toBe(404)
  })

  test('AD-3 a locked account opens no session in any way, its sessions end, and unlocking lifts every lock', async () => {
    const member = await memberClient(portal.origin, 'MEMBER02')
    const params = { accountId: await readAccountId('MEMBER02') }
    const lock = (locked: boolean) => make(leo, calls.lockMemberAccount, { params, body: { locked } })
    const locked = await lock(true)
    expect([locked.status, await listAuditedActions(portal.database, locked)]).toEqual([200, ['account.lock done']])
    expect((await make(member, calls.validateSession, {})).status).toBe(401)
    expect(listErrorCodes(await new Client(portal.origin).signIn('MEMBER02'))).toEqual(['GEN-SUSPEND'])
    const rep = await signIn('CSRREP01')
    const unlocked = await make(rep, calls.unlockAccount, { body: { logonId: 'MEMBER02' } })
    expect(unlocked.status).toBe(200)
    // A rep cannot unlock an account that an administrator has locked.
    expect(listErrorCodes(await new Client(portal.origin).signIn('MEMBER02'))).toEqual(['GEN-SUSPEND'])
    expect((await open('MEMBER02')).failures[0]).toMatchObject({ why: 'locked-by-staff' })
    expect((await lock(false)).body.payload).toEqual({ lockedSince: null })
    expect((await open('MEMBER02')).failures[0]).toMatchObject({ why: 'locked-by-staff' })
    await signIn('MEMBER02')
  })

  test('SI-13 RG-4 AD-3 a lock by staff and one by wrong passwords differ in the history, but not in the answer', async () => {
    const params = { accountId: await readAccountId('BXBASIC1') }
    await make(leo, calls.lockMemberAccount, { params, body: { locked: true } })
    const byStaff = await new Client(portal.origin).signIn('BXBASIC1')
    await make(leo, calls.lockMemberAccount, { params, body: { locked: false } })
    for (let count = 0; count < 5; count++) await new Client(portal.origin).signIn('BXBASIC1', 'Wrong-1A')
    const byGuesses = await new Client(portal.origin).signIn('BXBASIC1')
    expect([byStaff.status, listErrorCodes(byStaff)]).toEqual([byGuesses.status, listErrorCodes(byGuesses)])
    await make(leo, calls.lockMemberAccount, { params, body: { locked: false } })
    const member = await memberClient(portal.origin, 'BXBASIC1')
    const { events } = (await make(member, calls.accessHistory, { query: {} })).body.payload
    const locks = events.map(({ kind }) => kind).filter((kind) => kind.startsWith('sign-in-locked'))
    expect(locks).toEqual(['sign-in-locked', 'sign-in-locked-by-staff'])
    expect((await open('BXBASIC1')).failures.map(({ why }) => why).filter((why) => why.startsWith('locked'))).toEqual([
      'locked-by-guesses',
      'locked-by-staff',
    ])
  })

  test('AD-3 the reasons of the last failed sign-ins are given by kind, with the number of guesses; never a password', async () => {
    const text = JSON.stringify(await open('LOCKED01'))
    expect(await open('LOCKED01')).toMatchObject({ guesses: { failures: 100, closed: true } })
    expect(text).not.toMatch(/argon2|hash|password":/i)
    await new Client(portal.origin).signIn('BXBASIC1', 'Wrong-1A')
    const { failures } = await open('BXBASIC1')
    expect(failures[0]).toMatchObject({ why: 'wrong-password', address: '127.0.0.1' })
    const params = { accountId: await readAccountId('LOCKED01') }
    expect((await make(leo, calls.lockMemberAccount, { params, body: { locked: false } })).status).toBe(200)
    await signIn('LOCKED01')
  })

  test('AD-3 the link for a password goes to the account’s own address, not too often', async () => {
    const params = { accountId: await readAccountId('MEDSHOP1') }
    const sent: number[] = []
    for (let time = 0; time < 7; time += 1) sent.push((await make(leo, calls.sendAccountLink, { params })).status)
    expect([sent[0], sent.at(-1)]).toEqual([200, 429])
  })
})
