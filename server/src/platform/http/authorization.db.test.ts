import { randomUUID } from 'node:crypto'
import type { Call } from '@portico/contract/call'
import { type CallName, calls } from '@portico/contract/calls'
import { recordKinds } from '@portico/contract/fields'
import { ROLES, type Role } from '@portico/rules/roles'
import { generateKeyPair, SignJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Answer, Client, listErrorCodes, memberClient } from '../../../test/client.ts'
import { prepareOversight } from '../../../test/oversight-samples.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { listInputFields } from '../../../test/record-fields.ts'
import { digestRows } from '../../../test/rows.ts'
import { everyCall, makeRight, otherDesk, type Records, readRecords } from '../../../test/samples.ts'
import { startWallets, type TestWallets } from '../../../test/wallet-keys.ts'

const baseMessage = { headerVersion: '1.0', payloadVersion: '2.0', additionalInfo: null }
/**
 * A few checks shared by all calls judge the caller before a call's own statements, and those statements check whose records they are: one
 * engine is enough.
 */
const triesRefusals = process.env.PORTICO_TEST_ENGINE === 'postgres'
/** A field that may hold an id, by its name: it says so, or contains the name of a kind of record. */
const looksLikeId =
  /ids?$|number$|access|account|agenc|agent|attachment|bill|card|claim|client|device|draft|grant|group|lead|medicine|member|message|method|passkey|payment|person|proposal|request|session|thread/i
/** Ids of records that are not among `Records`, by the reason why. */
const idsOfNoOne = [
  // The portal's pending requests, texts, settings, runs, files and connections, which belong to no one.
  ...['previewErasure.askedId', 'decideDataChange.askedId', 'decideSetting.waitingId', 'changeSetting.basedOn'],
  ...['writeContent.basedOn', 'stepContent.versionId', 'releaseContent.versionIds', 'previewContent.versionIds'],
  ...['undoRelease.releaseId', 'takeBackImport.runId', 'removePrices.fileId', 'openOriginal.fileId'],
  ...['decideFeed.feedId', 'settleReport.settleId', 'changeSharingChoices.planId'],
  ...['changeConnection', 'decideConnection', 'tryConnection', 'stopConnection', 'expectPerson', 'unlinkPerson'].map(
    (name) => `${name}.connectionId`,
  ),
  // Created by the page; a ticket opens a draft or a saved form.
  ...['addAttachment', 'addThreadFile'].flatMap((name) => [`${name}.clientAttachmentId`, `${name}.clientMessageId`]),
  ...[
    'registerMember.savedId',
    'createProspect.savedId',
    'saveRegistration.savedId',
    'saveApplicationDraft.enrollmentId',
  ],
  // Files become the sender's with the draft that is sent.
  ...['saveForm', 'saveDraft', 'saveThreadDraft'].map((name) => `${name}.attachmentIds`),
  // A phone's; kept-cards.db.test.ts tries another person's.
  ...['dropCards.keptId', 'keptCards.keptId'],
  // Position in a list.
  'agencyClients.after',
]
/** Fields that look like ids and name no record, by the reason why. */
const textsOfNoOne = [
  // What people type about themselves, and what administrators search by.
  ...['loginId', 'logonID', 'logonId', 'userId', 'memberId', 'medicareNumber', 'phoneNumber'],
  ...['number', 'member', 'person'],
  // Plans, drugs, providers, subjects, questions, texts and apps, which are the same for everyone.
  ...['planId', 'planIds', 'drugId', 'drugIds', 'providerId', 'providerIds', 'networkId'],
  ...['categoryId', 'subCategoryId', 'questionId', 'ids', 'appId', 'storeId'],
  // Credentials, and secrets that open what they name.
  ...['access_token', 'client_id', 'client_secret', 'grant_type', 'id', 'rawId', 'clientDataJSON'],
  ...['askId', 'proposalTicket'],
  // Settings that administrators write.
  ...['clientId', 'entityId', 'groupBase', 'groupsClaim', 'nameClaim', 'ourClientId', 'ourNumber', 'memberPhone'],
]
/** Calls that refuse another person's record with a special code, the same as for a record that does not exist. */
const refusals: { readonly [Name in CallName]?: string } = {
  addMessage: 'ATTACHMENT-UNKNOWN',
  replyToThread: 'ATTACHMENT-UNKNOWN',
  sendForm: 'ATTACHMENT-UNKNOWN',
  changeStaffLead: 'select.not-chosen',
}
/** Ids that belong to no one. */
const noOnes: Records = {
  ...(Object.fromEntries(recordKinds.map((kind) => [kind, randomUUID()])) as Records),
  ...{ clientNumber: '99', groupNumber: '99', memberNumber: '99', agency: '99', region: '99', device: 'AAAA' },
}
const requestId = /^[0-9a-f-]{36}$/
const loginByRole: Record<Role, string> = {
  MEMBER: 'MEMBER01',
  AGENT: 'AGENT001',
  AGENCY_ADMIN: 'AGENCYADM',
  INTERNAL: 'CSRREP01',
  PROS: 'PROSPECT1',
  VISITOR: 'VISITOR1',
}

let portal: Portal
let wallets: TestWallets | undefined
let own: Records
let other: Records
/** The browser of a member whose session has ended; it still has all its cookies and tokens. */
let ended: Client
/** One browser per person for calls that leave the session as it is. */
const shared = new Map<string, Client>()

beforeAll(async () => {
  // Tokens must outlive all tests of this file, even on a busy machine.
  wallets = await startWallets()
  portal = await startPortal({ ACCESS_TOKEN_S: '3600', ...wallets.environment })
  await insertVisitor()
  await prepareOversight(portal.database)
  for (const login of Object.values(loginByRole)) await shareClient(login)
  own = await readRecords(findClient('MEMBER'))
  other = await readRecords(await memberClient(portal.origin, 'MEMBER02'), otherDesk)
  const client = await memberClient(portal.origin, 'MEMBER01')
  ended = client.copy()
  expect((await make(client, calls.logout, {})).status).toBe(200)
})
afterAll(async () => {
  await portal?.close()
  wallets?.close()
})

describe('RO-4 every call of the contract states who may make it', () => {
  test('RO-4 every id that a call takes says whose record it names, so that each is tried', () => {
    const silent = everyCall.flatMap(({ name, call }) =>
      listInputFields(call)
        .filter(({ record, path: [, field] }) => record === undefined && field !== call.onceBy)
        .map(({ path, isUuid }) => ({ name, isUuid, field: String(path.findLast((key) => key !== 0)) })),
    )
    const ids = silent.flatMap(({ name, isUuid, field }) => (isUuid ? [`${name}.${field}`] : []))
    expect(new Set(ids)).toEqual(new Set(idsOfNoOne))
    const texts = silent.flatMap(({ isUuid, field }) => (!isUuid && looksLikeId.test(field) ? [field] : []))
    expect([...new Set(texts)].toSorted()).toEqual(textsOfNoOne.toSorted())
  })

  test('RO-4 every call that is not a plain read is marked as changing', () => {
    const reads = everyCall.filter(({ call }) => !call.changes && call.method !== 'GET').map(({ name }) => name)
    expect(new Set(reads)).toEqual(
      new Set([
        ...['countiesOfZip', 'checkRecoveryTicket', 'registrationProfile', 'searchClaims', 'exportClaims'],
        ...[
          'findServices',
          'careCost',
          'visitCosts',
          'findProviders',
          'suggestProviders',
          'readProvider',
          'storesNear',
        ],
        ...['mapsScript', 'printProviders', 'searchFormulary', 'coveredDrug', 'contentVersions', 'explainContentFor'],
        ...['previewContent', 'contentInfo', 'siteSearch', 'searchMessages', 'searchThreads', 'shopQuote'],
        ...['readLanguageTexts', 'shopCare', 'shopDrugs', 'shopComparison', 'openShopping', 'preEffectuation'],
      ]),
    )
    expect(everyCall.filter(({ call }) => call.changes && call.method === 'GET')).toEqual([])
  })
})

/** Calls that refuse someone or something. */
const refusing = everyCall.filter(
  ({ call, sample }) =>
    triesRefusals && (sample.foreign || call.audience.by !== 'anyone' || call.appid || call.changes),
)

// Calls that change nothing come first, so that all rows are read only once for them.
describe.each(refusing)('$name', ({ name, call, sample }) => {
  const right = () => sample.right(own)
  const { audience } = call
  const rightRole = findRightRole(call)
  let before: Awaited<ReturnType<typeof digestRows>>
  beforeAll(async () => {
    await shareClient(sample.as ?? loginByRole[rightRole])
    before = await digestRows(portal.database)
  })
  afterAll(async () => {
    expect(await digestRows(portal.database), 'rows after all that was refused').toEqual(before)
  })

  if (audience.by !== 'anyone') {
    const { roles } = audience

    test('RO-4 without a session it answers 401', async () => {
      expectRefusal(await make(new Client(portal.origin), call, right()), 401, 'NO-SESSION')
    })

    test('RO-4 with garbage for a session or token it answers 401', async () => {
      for (const garbage of [`${'A'.repeat(43)}`, 'a.b.c', '', await forgeToken(), "' or 1=1 --"]) {
        const client = new Client(portal.origin)
        for (const name of ['LtpaToken2', 'oAuthToken']) client.cookies.set(name, encodeURIComponent(garbage))
        client.bearer = garbage
        expectRefusal(await make(client, call, right()), 401, 'NO-SESSION')
      }
    })

    test('RO-4 SO-2 with an ended session’s cookies and tokens it answers 401', async () => {
      expectRefusal(await make(ended.copy(), call, right()), 401, 'NO-SESSION')
    })

    test('RO-4 for a role without permission it answers 403', async () => {
      expect(roles.length).toBeGreaterThan(0)
      for (const role of ROLES.filter((one) => !roles.includes(one))) {
        expectRefusal(await make(findClient(role), call, right()), 403, 'WRONG-ROLE')
      }
    })
  }

  if (audience.by === 'bearer') {
    test('RO-4 with only the cookies it answers 401', async () => {
      const client = findClient('MEMBER').copy()
      client.bearer = undefined
      expectRefusal(await make(client, call, right()), 401, 'NO-SESSION')
      for (const cookie of ['LtpaToken2', 'oAuthToken']) {
        client.bearer = client.cookies.get(cookie)
        expectRefusal(await make(client, call, right()), 401, 'NO-SESSION')
      }
    })
  }

  if (audience.by === 'session') {
    test('RO-4 with only an access token it answers 401', async () => {
      const client = findClient('MEMBER').copy()
      client.cookies.clear()
      expectRefusal(await make(client, call, right()), 401, 'NO-SESSION')
      client.cookies.set('LtpaToken2', client.bearer ?? '')
      expectRefusal(await make(client, call, right()), 401, 'NO-SESSION')
    })
  }

  const { foreign } = sample
  if (foreign) {
    test('RO-4 another member’s records answer 404 and do not change', async () => {
      const client = await shareClient(sample.as ?? loginByRole[rightRole])
      const attempts = foreign(own, other)
      const none = foreign(own, noOnes)
      expect(attempts.length).toBeGreaterThan(0)
      for (const [index, attempt] of attempts.entries()) {
        const answer = await make(client, call, attempt)
        if (listErrorCodes(answer)[0] !== refusals[name]) expectRefusal(answer, 404, 'NOT-FOUND')
        // A record of someone else looks exactly like one that does not exist.
        const missing = await make(client, call, none[index] ?? {})
        expect([answer.status, answer.body]).toEqual([missing.status, missing.body])
      }
    })
  }

  if (call.appid) {
    test('RO-4 without the header appid it answers 400', async () => {
      const client = audience.by === 'anyone' ? new Client(portal.origin) : findClient(rightRole)
      for (const appid of [undefined, '']) {
        expectRefusal(await make(client, call, right(), { ...sample.headers, appid }), 400, 'APPID-MISSING')
      }
    })
  }

  if (call.changes) {
    test('RO-4 from a foreign page it answers 403', async () => {
      const client = audience.by === 'anyone' ? new Client(portal.origin) : findClient(rightRole)
      const pages = [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: portal.origin.replace('http:', 'https:') },
        { origin: `${portal.origin}.evil.example` },
        { origin: undefined, 'sec-fetch-site': 'cross-site' },
        { origin: undefined, 'sec-fetch-site': 'same-site' },
      ]
      for (const page of pages) {
        const answer = await make(client, call, right(), { ...sample.headers, ...page })
        if (call.form) {
          const body = { error: 'invalid_request', error_description: 'ORIGIN-REFUSED' }
          expect([answer.status, answer.body]).toEqual([403, body])
        } else expectRefusal(answer, 403, 'ORIGIN-REFUSED')
        expect(answer.headers.getSetCookie()).toEqual([])
      }
    })
  }
})

describe.each(everyCall)('$name', ({ name, call, sample }) => {
  const { audience } = call
  const rightRole = findRightRole(call)
  const rightLogin = sample.as ?? loginByRole[rightRole]
  /** A test that changes rows; if the sample can undo the change, it does so afterward. */
  const testChange = (title: string, work: () => Promise<void>) =>
    test(title, async () => {
      try {
        await work()
      } finally {
        await sample.undo?.(portal.database)
      }
    })

  testChange('RO-4 HT-1 each role that it is for gets an answer, in the envelope with its code', async () => {
    const roles = !triesRefusals || audience.by === 'anyone' || sample.as ? [rightRole] : audience.roles
    for (const role of roles) {
      const answer = await makeRight(await clientFor(sample.as ?? loginByRole[role]), { call, sample }, own)
      expect(answer.status).toBe(call.status)
      const kept = call.file
        ? 'private, no-store'
        : call.cacheS === undefined
          ? 'no-store'
          : `public, max-age=${call.cacheS}`
      expect(answer.headers.get('cache-control')).toBe(kept)
      expect(answer.headers.get('x-request-id')).toMatch(requestId)
      // The sample of an original file is an empty one.
      if (name === 'openOriginal') expect(answer.bytes.toString()).toBe('')
      else if (call.file)
        expect(answer.bytes.toString()).toMatch(/^(A note\.$|\{"exportedAt":|%PDF-|PK|<svg |\uFEFF(Date|Month|at)\b)/)
      else if (call.form) expect(answer.body).not.toHaveProperty('payload')
      else {
        const returned = {
          returnCode: String(call.status),
          returnCodeDescription: call.status === 201 ? 'Created' : 'OK',
        }
        expect(answer.body).toEqual({ baseMessage: { ...baseMessage, ...returned }, payload: expect.any(Object) })
      }
    }
  })

  if (triesRefusals && !call.appid) {
    testChange('RO-4 the header appid is not asked for', async () => {
      const answer = await makeRight(await clientFor(rightLogin), { call, sample }, own, { appid: undefined })
      expect(answer.status).toBe(call.status)
    })
  }

  if (triesRefusals && call.changes) {
    testChange(
      `RO-4 a program that is no browser, which names no page, is ${call.ownPage ? 'refused' : 'let in'}`,
      async () => {
        const answer = await makeRight(await clientFor(rightLogin), { call, sample }, own, { origin: undefined })
        if (call.ownPage) expectRefusal(answer, 403, 'ORIGIN-REFUSED')
        else expect(answer.status).toBe(call.status)
      },
    )
  }

  /** A separate browser if the call may change its session; not signed in if the call is open to anyone. */
  async function clientFor(loginId: string): Promise<Client> {
    if (audience.by === 'anyone') return new Client(portal.origin)
    return call.changes || sample.ready ? memberClient(portal.origin, loginId) : (await shareClient(loginId)).copy()
  }
})

/** The role that most often makes a call. */
function findRightRole({ audience }: Call): Role {
  if (audience.by === 'anyone' || audience.roles.includes('MEMBER')) return 'MEMBER'
  return audience.roles[0] ?? 'MEMBER'
}

test('RO-4 the header appid is required where the interface says so, and nowhere else', () => {
  // The pharmacy is not one of our pages: docs/pharmacy.md says what it sends, and its signature authenticates it.
  const exempt = /\/ltpalogin$|\/ltpaidentity\/|\/csrproxy\/|\/pharmacy\/|^\/api\/(dev\/)?oauth\//
  const reads = /\/appConfig\/|\/vendordetails$|\/memberInfo$|\/getddTokenByRegion$/
  const wrong = everyCall.filter(
    ({ call }) => call.appid !== (call.changes ? !exempt.test(call.path) : reads.test(call.path)),
  )
  expect(wrong.map(({ name }) => name)).toEqual([])
})

test("RO-4 HD-6 a second member's group in the selection cookies selects nothing of theirs", async () => {
  const client = findClient('MEMBER').copy()
  client.cookies.set('memberClientNumber', other.clientNumber)
  client.cookies.set('memberGroupNumber', other.groupNumber)
  const { body } = await make(client, calls.overview, {})
  expect(body.payload.groupNumber).toBe(own.groupNumber)
  const { body: user } = await make(client, calls.currentUser, {})
  expect(JSON.stringify(user)).not.toContain(other.groupNumber)
})

function findClient(role: Role): Client {
  const client = shared.get(loginByRole[role])
  if (client === undefined) throw new Error(`No client of role ${role}.`)
  return client
}

async function shareClient(loginId: string): Promise<Client> {
  const client = shared.get(loginId) ?? (await memberClient(portal.origin, loginId))
  shared.set(loginId, client)
  return client
}

/** Expects the complete error envelope. */
function expectRefusal(answer: Answer, status: number, code: string): void {
  expect([answer.status, listErrorCodes(answer)]).toEqual([status, [code]])
  expect(answer.body).toEqual({
    baseMessage: { ...baseMessage, returnCode: String(status), returnCodeDescription: code },
    payload: null,
    errors: [{ errorMessage: code, errorKey: code }],
  })
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  expect(answer.headers.get('x-request-id')).toMatch(requestId)
}

/** A signed-in user without role, ZIP or county: the demo has none. */
async function insertVisitor(): Promise<void> {
  await sql`
    insert into account (account_id, login_id, password_hash, role, actor_type, brand, first_name, last_name, preferred_store)
    select ${randomUUID()}::uuid, 'VISITOR1', password_hash, 'VISITOR', 'VISITOR', brand, 'Vi', 'Sitor', preferred_store
    from account where login_id = 'PROSPECT1'
  `.execute(portal.database.read)
}

/** A token like ours, signed with another key. */
async function forgeToken(): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256')
  return new SignJWT({ uid: 'MEMBER01', sid: randomUUID(), mid: randomUUID(), role: 'MEMBER', brand: 'hmbcbs' })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt' })
    .setIssuer('portico')
    .setAudience('portico')
    .setSubject(randomUUID())
    .setExpirationTime('5m')
    .sign(privateKey)
}
