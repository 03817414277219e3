import { randomUUID } from 'node:crypto'
import { calls } from '@portico/contract/calls'
import { type AccessScope, accessScopes } from '@portico/rules/people/access'
import { beforeAll, describe, expect, test } from 'vitest'
import { readByLogin } from '../../../test/accounts.ts'
import { make } from '../../../test/call.ts'
import { type Answer, type Client, listErrorCodes, memberClient } from '../../../test/client.ts'
import { countWaiting, isAwaited } from '../../../test/gate.ts'
import { testMail } from '../../../test/mail.ts'
import { giveAccess, holder, view } from '../../../test/people.ts'
import { testPortal } from '../../../test/portal.ts'
import { digestRows, eventsWith, listEvents } from '../../../test/rows.ts'
import { everyCall, type Records } from '../../../test/samples.ts'
import { upload } from '../../../test/upload.ts'
import { endLostViewings } from '../../identity/sessions/keep-viewing.ts'
import { endOverdueSimulations } from '../../identity/sessions/overdue-simulations.ts'
import { createSessions } from '../../identity/sessions/sessions.ts'
import { easternDay, isoDayAfter } from '../../platform/day.ts'
import { lockAccount } from '../../platform/db/row-locks.ts'
import { maySeeStill } from './viewing-right.ts'

const html = { headers: { accept: 'text/html' } }
/** Ids of no particular record: refusals come before record lookups. */
const anyRecords = new Proxy({}, { get: () => randomUUID() }) as Records
const message = {
  categoryId: 'claims',
  subCategoryId: 'claim-status',
  subject: 'A question',
  text: 'How is the claim?',
}

const portal = testPortal({ ACCESS_TOKEN_S: '3600', SESSION_MAX_S: '604800' })
const mail = testMail(portal)

async function startViewing(scopes: AccessScope[], lastDay?: string) {
  const given = await giveAccess({ portal, mail }, scopes, lastDay)
  const own = given.holder.copy()
  return { ...given, own, client: await view(given.holder, given.personId) }
}

/** FAMILY01 looks at one of their children. */
async function viewChild(name: string): Promise<Client> {
  const client = await memberClient(portal.origin, 'FAMILY01')
  const { body } = await make(client, calls.listPeople, {})
  return view(client, body.payload.held.find(({ firstName }) => firstName === name)?.personId ?? '')
}

const readPage = async (client: Client, path: string) => client.get<string>(path, html)

test('RG-3 RO-1 the home of a caregiver without a plan says whom they may see and how to begin, and that is written down', async () => {
  const { holder: client } = await giveAccess({ portal, mail }, ['coverage', 'messages'])
  const page = await readPage(client, '/')
  const told = String(page.body.payload)
  expect(told).toContain('View as Chung')
  expect(told).toContain('others let you see theirs')
  // The reads run in parallel.
  expect(new Set((await listEvents(portal.database, page)).map(({ action }) => action))).toEqual(
    new Set(['people.read', 'shopping.read']),
  )
  await portal.database.read.deleteFrom('person_access').where('email', '=', holder.email).execute()
  const nobody = String((await readPage(client, '/')).body.payload)
  expect(nobody).not.toMatch(/View as|others let you see theirs/)
  expect(nobody).toMatch(/Plans in (?:your area|\d{5})/)
})

describe('RG-3 the door', () => {
  test('RG-3 nobody else is let in, and a page of another session is not either', async () => {
    const { holder: client, personId } = await giveAccess({ portal, mail }, ['claims'])
    for (const stranger of ['MEMBER01', 'CSRREP01']) {
      const refused = await make(await memberClient(portal.origin, stranger), calls.startViewing, {
        body: { personId },
      })
      expect([403, 404]).toContain(refused.status)
    }
    const forged = await make(client, calls.startViewing, { body: { personId } }, { obssocookie: 'x' })
    expect([forged.status, listErrorCodes(forged)]).toEqual([409, ['CONFLICT']])
    expect((await make(client, calls.startViewing, { body: { personId: randomUUID() } })).status).toBe(404)
  })

  test('RG-3 SI-14 the session belongs to the viewer’s account, is for the member, and lasts as long as the viewer’s own', async () => {
    const { client, own, personId } = await startViewing(['claims'])
    const [session] = await portal.database.read
      .selectFrom('session')
      .selectAll()
      .where('method', '=', 'viewing')
      .orderBy('created_at', 'desc')
      .limit(1)
      .execute()
    expect(session).toMatchObject({
      login_id: holder.login,
      actor_login_id: holder.login,
      role: 'MEMBER',
      member_id: personId,
      scopes: ['coverage', 'claims'],
      reason: null,
      ticket: null,
      brand: 'hmbcbs',
    })
    expect((await make(own, calls.validateSession, {})).status).toBe(401)
    expect((await make(client, calls.logout, {})).body.payload.logoutInfo.nextAction).toBe('stopSimulation')
    const { body } = await make(client, calls.getUserInfo, {})
    expect(body.payload.logonId).toBe(holder.login)
    expect((await make(client, calls.overview, {})).status).toBe(403)
  })

  test.each([0, 1])('RG-3 SE-4 it ends with its last day, however long sessions may last: in %i days', async (days) => {
    const { accessId, holder: client, personId } = await giveAccess({ portal, mail }, ['claims'])
    const lastDay = isoDayAfter(easternDay(new Date()), days)
    await portal.database.read
      .updateTable('person_access')
      .set({ last_day: lastDay })
      .where('access_id', '=', accessId)
      .execute()
    await view(client, personId)
    const { expires_at } = await portal.database.read
      .selectFrom('session')
      .select('expires_at')
      .where('method', '=', 'viewing')
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(easternDay(new Date(expires_at.getTime() - 60_000))).toBe(lastDay)
    expect(easternDay(expires_at)).toBe(isoDayAfter(lastDay, 1))
  })

  test('RG-3 SE-4 the viewing of a child ends with the last day on which the child is under 14', async () => {
    const tomorrow = isoDayAfter(easternDay(new Date()), 1)
    const birth = tomorrow.replace(/^\d+/, (year) => String(Number(year) - 14))
    const { read } = portal.database
    const alma = () => read.updateTable('member').where('first_name', '=', 'Alma').where('brand', '=', 'hmbcbs')
    const { date_of_birth: before } = await alma()
      .set({ first_name: 'Alma' })
      .returning('date_of_birth')
      .executeTakeFirstOrThrow()
    await alma().set({ date_of_birth: birth }).execute()
    await viewChild('Alma')
    await alma().set({ date_of_birth: before }).execute()
    const { scopes, expires_at } = await read
      .selectFrom('session')
      .select(['scopes', 'expires_at'])
      .where('method', '=', 'viewing')
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect([scopes, easternDay(expires_at)]).toEqual([[...accessScopes], tomorrow])
    expect(easternDay(new Date(expires_at.getTime() - 60_000))).not.toBe(tomorrow)
  })

  test('RG-3 SI-14 it waits for a change of the password, and neither keeps the other from ending', async () => {
    const { holder: client, personId } = await giveAccess({ portal, mail }, ['claims'])
    const { account_id: accountId } = await readByLogin(portal.database.read, holder.login)
    const started = await portal.database.transaction(async (tx) => {
      // A password change locks in this order: the account, then its sessions.
      await lockAccount(tx, accountId)
      const starting = make(client, calls.startViewing, { body: { personId } })
      await expect.poll(() => isAwaited(tx), { interval: 2 }).toBe(true)
      await tx.updateTable('session').set({ address: '::1' }).where('account_id', '=', accountId).execute()
      return { starting }
    })
    expect((await started.starting).status).toBe(200)
  })
})

describe('RG-3 what can be seen', () => {
  test('RG-3 each scope shows its own part of the overview and no other', async () => {
    const readSeen = async (scopes: AccessScope[]) => {
      const { client } = await startViewing(scopes)
      const { body } = await make(client, calls.overview, {})
      const { firstName, recentClaims, accumulators, newestMessages, memberNumber } = body.payload
      const page = (await readPage(client, '/mbr/')).body.payload
      const html = String(page)
      return [
        ...[firstName, memberNumber, recentClaims.length > 0, accumulators.length > 0, newestMessages.length > 0],
        ...[
          html.includes('Main Street Primary Care'),
          html.includes('Chung'),
          (await readPage(client, '/msg/')).status,
        ],
      ]
    }
    const [name, number] = ['Chung', '74687955400']
    expect(await readSeen(['coverage'])).toEqual([name, number, false, false, false, false, true, 200])
    expect(await readSeen(['claims'])).toEqual([name, number, true, true, false, true, true, 200])
    expect(await readSeen(['messages'])).toEqual([name, number, false, false, true, false, true, 200])
  })

  test('RG-3 the page is about the member: the viewer’s name and preferred name are not on it', async () => {
    const { client } = await startViewing(['coverage'])
    await portal.database.read
      .updateTable('account')
      .set({ nick_name: 'Pritzi' })
      .where('login_id', '=', holder.login)
      .execute()
    const shows = async (by: Client, path: string) => String((await readPage(by, path)).body.payload).includes('Pritzi')
    const own = await memberClient(portal.origin, holder.login)
    expect([await shows(own, '/'), await shows(client, '/mbr/')]).toEqual([true, false])
  })

  test('RG-3 the page shows mail only to people who were given access to it', async () => {
    const own = await memberClient(portal.origin, 'MEMBER02')
    const { body } = await make(own, calls.listMessages, {})
    const subject = body.payload.messages[0]?.subject ?? ''
    const readMail = async (scopes: AccessScope[]) =>
      String((await readPage((await startViewing(scopes)).client, '/msg/')).body.payload).includes(subject)
    expect([await readMail(['messages']), await readMail(['claims'])]).toEqual([true, false])
  })

  test('RG-3 a parent sees everything of a child under 14, and only the plan of one of 16', async () => {
    const alma = await viewChild('Alma')
    expect((await make(alma, calls.overview, {})).body.payload.recentClaims.length).toBeGreaterThan(0)
    expect((await make(alma, calls.listMessages, {})).body.payload.messages.length).toBeGreaterThan(0)
    const jonas = await viewChild('Jonas')
    expect((await make(jonas, calls.overview, {})).body.payload).toMatchObject({ firstName: 'Jonas', recentClaims: [] })
    expect(listErrorCodes(await make(jonas, calls.listMessages, {}))).toEqual(['ACCESS-NOT-GIVEN'])
  })

  test('RG-3 MP-10 what a parent’s account has paid for a child is paid on the child’s pages, too', async () => {
    const everything = { query: { pageSize: '50' } } as const
    const parent = await memberClient(portal.origin, 'FAMILY01')
    const { body: own } = await make(parent, calls.listClaims, everything)
    const ofAlma = own.payload.claims.filter(({ patient }) => patient.firstName === 'Alma')
    expect(ofAlma.some(({ category, paidCents }) => category !== 'pharmacy' && paidCents > 0)).toBe(true)
    const alma = await viewChild('Alma')
    const { body: seen } = await make(alma, calls.listClaims, everything)
    expect(seen.payload.claims).toEqual(ofAlma)
    for (const { claimId, youOweCents } of ofAlma) {
      const { body } = await make(alma, calls.openClaim, { params: { claimId } })
      expect(body.payload.owed.youOweCents).toBe(youOweCents)
    }
    const { recentClaims } = (await make(alma, calls.overview, {})).body.payload
    expect(recentClaims).toEqual(ofAlma.slice(0, recentClaims.length))
  })

  test('RG-3 MP-6 MP-11 what somebody downloads of another person does not call them “you”', async () => {
    const { client } = await startViewing(['claims'])
    const own = await memberClient(portal.origin, 'MEMBER02')
    const download = async (by: Client) => {
      const files = [
        await make(by, calls.exportClaims, { body: {} }),
        await make(by, calls.exportTransactions, {}),
        await make(by, calls.exportYear, {}),
      ]
      return files.map(({ bytes }) => bytes.toString()).join('\n')
    }
    const [seen, theirs] = [await download(client), await download(own)]
    expect(seen).toContain(',Share,Paid already,Left to pay')
    expect(seen).not.toMatch(/\byou/i)
    expect(theirs).toContain(',Your share,Paid already,You owe')
    expect(theirs.split('\r\n')).toHaveLength(seen.split('\r\n').length)
  })

  test('RG-3 a viewer does not see the member’s family', async () => {
    const { body } = await make(await viewChild('Alma'), calls.memberInfo, {})
    expect(body.payload).toMatchObject({ firstName: 'Alma', familyMembers: [] })
  })
})

describe('RG-3 RO-4 what cannot be done', () => {
  let client: Client
  beforeAll(async () => {
    client = (await startViewing([...accessScopes])).client
  })

  const closed = everyCall.filter(({ call }) => call.audience.by !== 'anyone' && call.whileViewing === undefined)
  test.each(closed.filter(({ call }) => call.audience.by !== 'anyone' && call.audience.roles.includes('MEMBER')))(
    'RG-3 $name is refused, whatever access was given',
    async ({ call, sample }) => {
      const refused = await make(client, call, sample.right(anyRecords), sample.headers)
      expect([refused.status, listErrorCodes(refused)]).toEqual([403, ['ACCESS-NOT-GIVEN']])
    },
  )

  test('RG-3 these calls are allowed, and no others', () => {
    const open = everyCall.filter(({ call }) => call.whileViewing !== undefined)
    const by = (scope: string) =>
      new Set(open.filter(({ call }) => call.whileViewing === scope).map(({ name }) => name))
    expect({
      any: by('any'),
      coverage: by('coverage'),
      claims: by('claims'),
      messages: by('messages'),
      write: by('write'),
    }).toEqual({
      any: new Set([
        ...['logout', 'ltpaLogout', 'validateSession', 'keepAlive', 'getSessionValue', 'getUserInfo'],
        // Tells a viewer that bills are only for the payer.
        'premiumBills',
        'secureConfig',
        // The same for everyone.
        ...['formLibrary', 'openGuide', 'blankForm'],
      ]),
      coverage: new Set([
        ...['currentUser', 'vendorDetails', 'overview', 'selectGroup', 'benefits', 'idCardFile', 'memberInfo'],
        ...['coverageEffectuation', 'customerServicePhone', 'retrieveAccountSettings', 'nextSteps'],
      ]),
      claims: new Set([
        ...['listClaims', 'searchClaims', 'openClaim', 'claimEob', 'exportClaims', 'accountList'],
        ...['spendingSummary', 'spendingOutlook', 'claimPayable', 'listTransactions', 'exportTransactions'],
        ...['spendingYear', 'exportYear'],
        ...['findServices', 'careCost', 'visitCosts', 'primaryCare', 'listMedicines', 'searchFormulary', 'coveredDrug'],
        // Only for a child under 14.
        'childCare',
      ]),
      messages: new Set([
        ...['listMessages', 'openMessage', 'countUnread', 'messageCategories', 'mailEvents', 'searchMessages'],
        ...['openAttachment', 'downloadAttachment'],
      ]),
      write: new Set(['addMessage', 'addAttachment', 'listAttachments', 'removeAttachment', 'submitAttachments']),
    })
  })

  test('RG-3 a viewer with access to the plan only is refused everything else, and nothing changes', async () => {
    const { client } = await startViewing(['coverage'])
    const before = await digestRows(portal.database)
    for (const { call, sample } of everyCall) {
      if (call.audience.by === 'anyone' || !call.audience.roles.includes('MEMBER')) continue
      if (call.whileViewing === 'any' || call.whileViewing === 'coverage') continue
      expect(listErrorCodes(await make(client, call, sample.right(anyRecords), sample.headers))).toEqual([
        'ACCESS-NOT-GIVEN',
      ])
    }
    // The outbox sends waiting e-mails in the meantime.
    const { audit_event: _, outbox: _sent, ...after } = await digestRows(portal.database)
    expect(before).toMatchObject(after)
  })
})

describe('RG-3 MC-4 unsent files', () => {
  test('RG-3 MC-4 someone who writes for the member does not see the member’s unsent files, nor the member theirs', async () => {
    const { client, owner } = await startViewing(['write'])
    for (const [uploader, other] of [
      [client, owner],
      [owner, client],
    ] as const) {
      const { attachmentId } = (await upload(uploader, { name: 'note.txt', content: 'A note.' })).body.payload
      const query = { attachmentId }
      const body = { attachmentIds: [attachmentId] }
      const statuses = [
        await make(other, calls.openAttachment, { query }),
        await make(other, calls.downloadAttachment, { query }),
        await make(other, calls.submitAttachments, { body }),
        await make(other, calls.removeAttachment, { query }),
      ].map(({ status }) => status)
      expect(statuses).toEqual([404, 404, 404, 404])
      const listed = (await make(other, calls.listAttachments, {})).body.payload.attachments
      expect(listed.map((file) => file.attachmentId)).not.toContain(attachmentId)
      await make(uploader, calls.submitAttachments, { body })
      const sending = { ...message, clientMessageId: randomUUID(), ...body }
      expect(listErrorCodes(await make(other, calls.addMessage, { body: sending }))).toEqual(['ATTACHMENT-UNKNOWN'])
    }
  })
})

describe('RG-3 actions are recorded', () => {
  test('RG-3 a viewer writes a message under their own name, which marks nothing as read', async () => {
    const { client, owner } = await startViewing(['write'])
    const sent = await make(client, calls.addMessage, { body: { ...message, clientMessageId: randomUUID() } })
    const { messageId } = sent.body.payload
    expect(await listEvents(portal.database, sent)).toMatchObject([
      { action: 'message.send', actor_login_id: holder.login, as_login_id: null, member_id: expect.any(String) },
    ])
    const { body } = await make(owner, calls.openMessage, { params: { messageId } })
    expect(body.payload.thread).toMatchObject([{ from: holder.name, onBehalf: true, direction: 'from-member' }])
    const list = (await make(client, calls.listMessages, {})).body.payload
    const [first] = list.messages
    const opened = await make(client, calls.openMessage, { params: { messageId: first?.messageId ?? '' } })
    expect(opened.body.payload.to).toBe('Chung Haley')
    expect((await make(client, calls.countUnread, {})).body.payload.unreadCount).toBe(list.unreadCount)
  })

  test('RG-3 RG-4 every read is in the audit log, and the member sees it by name', async () => {
    const { client, owner, personId } = await startViewing(['messages'])
    const [read, list] = [await make(client, calls.overview, {}), await make(client, calls.listMessages, {})]
    for (const answer of [read, list]) {
      const events = await listEvents(portal.database, answer)
      expect(events.length).toBeGreaterThan(0)
      for (const event of events)
        expect(event).toMatchObject({ actor_login_id: holder.login, as_account_id: null, member_id: personId })
    }
    await make(client, calls.logout, {})
    const { body } = await make(owner, calls.accessHistory, {})
    const told = body.payload.events.filter(({ person }) => person === holder.name)
    expect(told.slice(0, 5).map(({ kind, device, address }) => [kind, device, address])).toEqual([
      ['person-ended', null, null],
      ['person-viewed-messages', null, null],
      ['person-viewed-overview', null, null],
      ['person-began', null, null],
      ['person-accepted', null, null],
    ])
    expect(body.payload.events.map(({ kind }) => kind)).toContain('access-invited')
    // A closed account has no name.
    const rename = (first_name: string, last_name: string) =>
      portal.database.read
        .updateTable('account')
        .set({ first_name, last_name })
        .where('login_id', '=', holder.login)
        .execute()
    await rename('', '')
    const [latest] = (await make(owner, calls.accessHistory, {})).body.payload.events
    await rename('Priya', 'Prosper')
    expect(latest).toMatchObject({ kind: 'person-ended', person: null })
    // The viewer's own history shows only what they did to their own account.
    const { body: own } = await make(client, calls.accessHistory, {})
    expect(own.payload.events.map(({ kind }) => kind)).not.toContain('staff-viewed-overview')
    expect(own.payload.events.map(({ kind }) => kind)).toContain('access-accepted')
  })
})

describe('RG-3 MP-14 it ends at once when the right to it is gone, for whatever reason', () => {
  const set = (change: Record<string, string>) =>
    portal.database.read
      .updateTable('member')
      .set(change)
      .where('first_name', '=', 'Alma')
      .where('brand', '=', 'hmbcbs')
  const yearsAgo = (years: number) => {
    const today = easternDay(new Date())
    return today.replace(/^\d+/, (year) => String(Number(year) - years))
  }
  let before: { date_of_birth: string; contract_number: string; relationship_code: string }
  beforeAll(async () => {
    before = await set({ first_name: 'Alma' })
      .returning(['date_of_birth', 'contract_number', 'relationship_code'])
      .executeTakeFirstOrThrow()
  })

  test.each<[string, () => Record<string, string>]>([
    ['the child is 14', () => ({ date_of_birth: yearsAgo(14) })],
    ['the child is 18', () => ({ date_of_birth: yearsAgo(18) })],
    ['the child has a contract of their own', () => ({ contract_number: '99999999900', relationship_code: '18' })],
    ['the child is somebody’s spouse', () => ({ relationship_code: '01' })],
  ])('RG-3 MP-14 %s', async (_, change) => {
    const client = await viewChild('Alma')
    const [bearer, aside] = [client.copy(), client.copy()]
    expect((await make(client, calls.overview, {})).status).toBe(200)
    expect((await make(client, calls.countUnread, {})).status).toBe(200)
    await set(change()).execute()
    const refused = [
      await make(aside, calls.overview, {}),
      await make(aside, calls.listClaims, {}),
      await make(bearer, calls.countUnread, {}),
      await readPage(client, '/mbr/'),
    ]
    await set(before).execute()
    expect(refused.map(({ status }) => status).slice(0, 3)).toEqual([401, 401, 401])
    // The viewing is over, even once the right returns, and the viewer's own session goes on.
    expect([refused[3]?.status, refused[3]?.headers.get('location')]).toEqual([
      303,
      '/mbr/?viewing=ended#!/account/people',
    ])
    expect((await make(aside, calls.overview, {})).status).toBe(401)
    expect((await make(client, calls.overview, {})).body.payload.firstName).toBe('Tomas')
  })

  test('RG-3 MC-6 also of a page that asks nothing, whose stream ends with its session', async () => {
    await viewChild('Alma')
    const sessions = createSessions(portal.database, { idleS: 900, maxS: 3600 })
    const readLatest = () =>
      portal.database.read
        .selectFrom('session')
        .select(['session_id', 'ended_at', 'ended_reason'])
        .where('method', '=', 'viewing')
        .orderBy('created_at', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
    const parts = { database: portal.database, maySeeStill }
    await endLostViewings(parts, new Date())
    await endOverdueSimulations(portal.database, sessions, new Date())
    expect((await readLatest()).ended_at).toBeNull()
    await set({ date_of_birth: yearsAgo(14) }).execute()
    await endLostViewings(parts, new Date())
    await set(before).execute()
    await endOverdueSimulations(portal.database, sessions, new Date())
    expect(await readLatest()).toMatchObject({ ended_at: expect.any(Date), ended_reason: 'viewing-ended' })
  })
})

test('RG-3 a session that cannot be checked does not keep others from ending, and a stopping server does not wait', async () => {
  for (const name of ['Alma', 'Alma']) await viewChild(name)
  const open = () =>
    portal.database.read
      .selectFrom('session')
      .select('session_id')
      .where('method', '=', 'viewing')
      .where('ended_at', 'is', null)
      .where('expires_at', '>', new Date())
      .execute()
  const asked: string[] = []
  const buildParts = (maySee: (sessionId: string) => boolean) => ({
    database: portal.database,
    maySeeStill: async (_: unknown, { sessionId }: { readonly sessionId: string }) => {
      asked.push(sessionId)
      return maySee(sessionId)
    },
  })
  const stopping = AbortSignal.abort()
  await endLostViewings(
    buildParts(() => false),
    new Date(),
    stopping,
  )
  expect(asked).toEqual([])
  const [first, ...others] = (await open()).map(({ session_id }) => session_id).sort()
  expect(others.length).toBeGreaterThan(0)
  const failing = buildParts((id) => {
    if (id === first) throw new Error('cannot be checked')
    return false
  })
  await expect(endLostViewings(failing, new Date())).rejects.toThrow('cannot be checked')
  expect((await open()).map(({ session_id }) => session_id)).toEqual([first])
})

describe('RG-3 how it ends', () => {
  const ends: [string, (given: Awaited<ReturnType<typeof startViewing>>) => Promise<Answer>][] = [
    ['the member ends it', ({ owner, accessId }) => make(owner, calls.endAccess, { params: { accessId } })],
    [
      'the member changes it',
      ({ owner, accessId }) =>
        make(owner, calls.changeAccess, { params: { accessId }, body: { scopes: ['coverage'] } }),
    ],
  ]
  test.each(ends)('RG-3 at once when %s, and the viewer’s own session continues', async (_, end) => {
    const given = await startViewing(['messages'])
    const { client } = given
    expect((await make(client, calls.listMessages, {})).status).toBe(200)
    expect((await end(given)).status).toBe(200)
    expect((await make(client, calls.listMessages, {})).status).toBe(401)
    expect((await make(client, calls.overview, {})).status).toBe(401)
    const page = await readPage(client, '/msg/')
    expect([page.status, page.headers.get('location')]).toEqual([303, '/mbr/?viewing=ended#!/account/people'])
    expect((await make(client, calls.getUserInfo, {})).body.payload.logonId).toBe(holder.login)
    expect((await make(client, calls.listPeople, {})).status).toBe(200)
  })

  test('RG-3 inactivity ends the viewer’s own session, too, and a new password ends every session', async () => {
    const { client } = await startViewing(['claims'])
    const { logoutInfo } = (await make(client, calls.logout, { query: { cause: 'inactivity' } })).body.payload
    expect([logoutInfo.nextAction, client.cookies.has('LtpaToken2')]).toEqual(['default', false])
  })

  test('RG-3 a viewing that both sides end at the same moment has a single end in the audit log', async () => {
    const { client, owner, accessId } = await startViewing(['claims'])
    const ended = await portal.database.transaction(async (tx) => {
      const { session_id: sessionId } = await tx
        .selectFrom('session')
        .select('session_id')
        .where('method', '=', 'viewing')
        .orderBy('created_at', 'desc')
        .limit(1)
        .forUpdate()
        .executeTakeFirstOrThrow()
      const both = [make(client, calls.logout, {})]
      await expect.poll(() => countWaiting(tx), { interval: 2 }).toBe(1)
      both.push(make(owner, calls.endAccess, { params: { accessId } }) as Promise<Answer<never>>)
      await expect.poll(() => countWaiting(tx), { interval: 2 }).toBe(2)
      return { both, sessionId }
    })
    for (const { status } of await Promise.all(ended.both)) expect(status).toBe(200)
    const events = await eventsWith(portal.database, { session_id: ended.sessionId, action: 'viewing.end' })
    expect(events).toHaveLength(1)
  })

  test('RG-3 an expired viewing is closed in the audit log, even if nobody comes back', async () => {
    const { personId } = await startViewing(['claims'])
    const over = new Date(Date.now() + 13 * 60 * 60 * 1000)
    const sessions = createSessions(portal.database, { idleS: 1200, maxS: 43_200 })
    expect(await endOverdueSimulations(portal.database, sessions, over)).toBeGreaterThan(0)
    const events = await eventsWith(portal.database, { action: 'viewing.end', address: 'time-out' })
    expect(events).toContainEqual(
      expect.objectContaining({ actor_login_id: holder.login, member_id: personId, record_type: 'member' }),
    )
  })
})
