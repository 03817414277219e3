import { randomBytes, randomUUID } from 'node:crypto'
import type { Call, SentTo } from '@portico/contract/call'
import { type CallName, calls } from '@portico/contract/calls'
import type { RecordKind } from '@portico/contract/fields'
import { firstOfNextMonth } from '@portico/rules/shop/windows'
import { type Selectable, sql } from 'kysely'
import { toPlaceKey } from '../src/care/finder/entry.ts'
import { hashSecret, newSecret } from '../src/identity/tokens/secrets.ts'
import { easternDay } from '../src/platform/day.ts'
import type { Database } from '../src/platform/db/database.ts'
import type { Tables } from '../src/platform/db/tables.ts'
import { sign } from '../src/platform/http/signature.ts'
import { computeTicket } from '../src/sales/shop/saved.ts'
import { readByLogin } from './accounts.ts'
import { addApp, agree, authorizeAddress, begin } from './apps.ts'
import { sampleBrand } from './brand-samples.ts'
import { make } from './call.ts'
import { type Answer, basic, type Client, memberClient } from './client.ts'
import { contentSamples, requestText } from './content-samples.ts'
import { dataSamples } from './data-samples.ts'
import { languageSamples } from './language-samples.ts'
import { oversightSamples } from './oversight-samples.ts'
import { SoftPasskey } from './passkey.ts'
import { databaseAt, dataKeyAt, hasDatabaseAt, testPharmacy } from './portal.ts'
import { addProvider, forgetProviders } from './provisioned.ts'
import { fillRecords, namesRecords, replaceRecords } from './record-fields.ts'
import { addAuthenticator, addPasskey, appCode, keptPasskey, signIn, undoSecondFactors } from './second-factor.ts'
import { keptName } from './signed-in.ts'

/** A member's records that calls name; some are of the people who serve them. */
export type Records = Readonly<Record<RecordKind, string>>

/** `Sent` without what only names records. */
type PartOf<Sent> = { readonly [Part in keyof Sent]?: Partial<Sent[Part]> }

/** How a valid call is made, where its schema does not imply it. */
interface Sample<C extends Call> {
  /** What it sends; the ids of records that it requires are the caller's own unless they are here. */
  readonly right?: (own: Records) => PartOf<SentTo<C>>
  /** What an attacker would send besides the same with someone else's records, each alone and together. */
  readonly foreign?: (own: Records, other: Records) => readonly SentTo<C>[]
  readonly headers?: Record<string, string>
  /** Login ID of someone who may make it, if not everyone with the role may. */
  readonly as?: string
  /** Undoes what a valid call does to everyone's sign-in, so that the next test finds it as it was. */
  readonly undo?: (database: Database) => Promise<unknown>
  /** What only this browser can send, prepared right before the call. */
  readonly ready?: (client: Client) => Promise<SentTo<C>>
}

const store = { storeID: '10151' } as const
const asMember = { authorization: basic('MEMBER01', 'Welcome1!') }
const passwordGrant = {
  grant_type: 'password',
  username: 'MEMBER01',
  password: 'Welcome1!',
  client_id: 'portico-test',
}
const revocation = { token: 'nobody-has-this-one', client_id: 'portico-test' }
/** A member's question. */
export const newMessage = () => ({
  clientMessageId: randomUUID(),
  categoryId: 'claims',
  subCategoryId: 'claim-status',
  subject: 'A question',
  text: 'How is my claim?',
})
/** To let someone have one's information. */
export const releaseAnswers = {
  person: 'Ana Rivera',
  relation: 'family',
  address: '1 Main Street',
  what: 'claims',
  sensitive: 'no',
  purpose: 'At my request',
  until: '12/31/2099',
}
const newForm = () => ({ clientMessageId: randomUUID(), kind: 'release' as const, answers: releaseAnswers })
const signForm = () => ({ ...newForm(), signedName: 'Mayte Rivera', agreed: true })
/** An appeal of the member's own claim. */
const buildAppeal = (claim: string) => ({
  ...newForm(),
  kind: 'appeal' as const,
  answers: { decision: 'claim', claim, urgent: 'no', reasons: 'I need it.', helper: 'no' },
})
/** A form that the member has just submitted. */
const sendForm = async (client: Client) => (await make(client, calls.sendForm, { body: signForm() })).body.payload
/** The conversation of a form that a member has just submitted, as staff open it. */
const threadOfForm = async (client: Client) => {
  const member = await memberClient(client.origin, 'MEMBER01')
  const { messageId } = await sendForm(member)
  const { body } = await make(member, calls.openMessage, { params: { messageId } })
  return { params: { threadId: body.payload.threadId } }
}
const newTransfer = (version: number) => ({
  categoryId: 'benefits',
  subCategoryId: 'covered',
  reason: 'It is about what is covered.',
  version,
})
const newReply = (version: number) => ({
  clientMessageId: randomUUID(),
  text: 'We look into it.',
  language: 'en' as const,
  version,
})
const ofFile = {
  ready: async (client: Client) => ({ query: { attachmentId: await addFile(client) } }),
}
/** The first one in the demo's directory. */
const provider = '1740796093'
const newDirectoryReport = () => ({
  reportId: randomUUID(),
  providerId: provider,
  place: toPlaceKey({ address: '816 N 6th Ave', zip: '85003' }),
  wrong: 'phone' as const,
  note: 'No one answers',
})
const forgetDocuments = (database: Database) => sql`delete from sign_in_limit where kind = 'eob'`.execute(database.read)
const newLimit = (basedOn: string | null) => ({
  params: { brand: 'ndbcbs', key: 'MESSAGES_PER_HOUR' as const },
  body: { changeId: randomUUID(), basedOn, value: 90, reason: 'A try' },
})
/** The conversation that is due next, in its present version, with the body to send. */
const latestThread = async <B>(client: Client, buildBody: (version: number) => B) => {
  const { body: queue } = await make(client, calls.workspaceThreads, {})
  const threadId = queue.payload.threads[0]?.threadId ?? ''
  const { body } = await make(client, calls.workspaceThread, { params: { threadId } })
  return { params: { threadId }, body: buildBody(body.payload.version) }
}
const newThreadDraft = () => ({
  clientMessageId: randomUUID(),
  baseVersion: 0,
  mode: 'reply' as const,
  text: 'We look into it.',
  attachmentIds: [],
})
/** A conversation in which the caller has not started a draft. */
const newDraftInThread = async (client: Client) => {
  const { body: queue } = await make(client, calls.workspaceThreads, {})
  const params = { threadId: queue.payload.threads[0]?.threadId ?? '' }
  await make(client, calls.discardThreadDraft, { params })
  return { params, body: newThreadDraft() }
}
/** The conversation of a member who has just asked about a claim. */
const askAboutClaim = async (client: Client) => {
  const member = await memberClient(client.origin, 'MEMBER01')
  const { body } = await make(member, calls.listClaims, {})
  const claimId = body.payload.claims[0]?.claimId ?? ''
  const { body: sent } = await make(member, calls.addMessage, { body: { ...newMessage(), claimId } })
  return { params: { threadId: sent.payload.threadId, claimId } }
}
/** A file that staff have just uploaded for the reply that is due next. */
const newThreadFile = async (client: Client) => {
  const { body: queue } = await make(client, calls.workspaceThreads, {})
  const threadId = queue.payload.threads[0]?.threadId ?? ''
  const sent = { params: { threadId }, query: { clientMessageId: randomUUID() } }
  const { body } = await make(client, calls.addThreadFile, sent)
  return { params: { threadId, attachmentId: body.payload.attachmentId } }
}
const ofFileInThread = {
  ready: newThreadFile,
  // A file of a member who has not sent it yet.
  foreign: ({ thread, attachment }: Records) => [{ params: { threadId: thread, attachmentId: attachment } }],
}
/** Dental plans can be bought all year round, from the first of the next month. */
const shopYear = () => Number(firstOfNextMonth(easternDay(new Date())).slice(0, 4))
const shopBasis = () => ({
  market: 'under65' as const,
  zipCode: '15222',
  people: [{ age: 40, tobacco: false }],
  income: { householdSize: 1, cents: 4_000_000 },
})
const dentalPlan = '90001PA0010021'
const ofShopPlan = {
  right: () => ({ params: { planId: dentalPlan }, query: { brand: 'hmbcbs', planYear: `${shopYear()}` } }),
}
/** A plan to put into a cart. */
export const newCartItem = () => ({
  itemId: randomUUID(),
  brand: 'hmbcbs',
  planId: dentalPlan,
  planYear: shopYear(),
  basis: shopBasis(),
})
export const newSavedShopping = () => ({
  saveId: randomUUID(),
  brand: 'hmbcbs',
  basis: shopBasis(),
  planYear: shopYear(),
  planIds: ['90001PA0010004', '90001PA0010007'],
})
/** A name that no other sample has. */
const drawName = () =>
  randomUUID()
    .replace(/[^a-f]/g, '')
    .padEnd(3, 'a') + randomUUID().replace(/[^a-f]/g, '')
export const newApplication = () => {
  // Nobody applies twice for the same.
  const lastName = drawName()
  return {
    enrollmentId: randomUUID(),
    brand: 'hmbcbs',
    planId: dentalPlan,
    planYear: shopYear(),
    zipCode: '15222',
    people: [{ firstName: 'Ana', lastName, dateOfBirth: '04/05/1985', relation: 'self', tobacco: 'no' }],
    email: 'ana@example.net',
    phone: '555-555-0100',
    address: '1 Sample St',
    city: 'Pittsburgh',
    event: null,
    truth: true,
    terms: true,
    electronic: true,
    signature: `Ana ${lastName}`,
    agreedCents: 2_232,
  }
}
export const newApplicationDraft = () => ({
  enrollmentId: randomUUID(),
  brand: 'hmbcbs',
  planId: dentalPlan,
  planYear: shopYear(),
  basis: shopBasis(),
  values: { 'firstName-0': 'Ana', 'dateOfBirth-0': '04/05' },
})
const newFirstPayment = () => ({ clientPaymentId: randomUUID(), market: 'under65' as const })

const someCredential = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key' as const,
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
}
const ofAuthenticator = {
  undo: undoSecondFactors,
  ready: async (client: Client) => {
    await addAuthenticator(client)
    return {}
  },
}
/** A second browser of the person signed in to the first. */
const beside = async (client: Client) => {
  const { body } = await make(client, calls.validateSession, {})
  return signIn(client.origin, body.payload.logonId)
}

const someRights = { kind: 'rep' as const, entitlements: ['unlock' as const], brands: ['hmbcbs'] }
const newStaff = () => ({
  loginId: `T${randomBytes(4).toString('hex')}`,
  firstName: 'Tia',
  lastName: 'Newman',
  email: 'tia@plan.example',
  brand: 'hmbcbs',
  ...someRights,
})
/** Someone the administrator has just invited, and another one has confirmed. */
const inviteStaff = async (client: Client) => {
  const body = { ...newStaff(), entitlements: [] }
  await make(client, calls.inviteStaff, { body })
  const other = await signIn(client.origin, 'ADMIN001')
  const { body: waiting } = await make(other, calls.searchStaff, { body: { text: '' } })
  const requestId = waiting.payload.requests.find(({ loginId }) => loginId === body.loginId.toUpperCase())?.requestId
  await make(other, calls.decideStaffRequest, { params: { requestId: requestId ?? '' }, body: { confirm: true } })
  const { body: found } = await make(client, calls.searchStaff, { body: { text: body.loginId } })
  return { params: { accountId: found.payload.people[0]?.accountId ?? '' } }
}
/** A request from the other administrator. */
const requestRights = async (origin: string, accountId: string) => {
  const client = await signIn(origin, 'ADMIN001')
  const { body: before } = await make(client, calls.staffPerson, { params: { accountId } })
  const { kind, entitlements, brands } = before.payload.person
  const body = { kind, entitlements: [...entitlements, 'audit' as const], brands }
  await make(client, calls.changeStaffRights, { params: { accountId }, body })
  const { loginId } = before.payload.person
  const { body: waiting } = await make(client, calls.searchStaff, { body: { text: loginId } })
  return waiting.payload.requests.find((one) => one.loginId === loginId)?.requestId ?? ''
}
const lockedMember = 'BXBASIC1'
const memberAccount = async (client: Client) => {
  const { body } = await make(client, calls.findAccounts, { body: { by: 'login-id', text: lockedMember } })
  return { params: { accountId: body.payload.accounts[0]?.accountId ?? '' } }
}
/** Removes forms that were started, since there is only one per kind. */
async function forgetForms(database: Database): Promise<void> {
  await sql`delete from form_draft`.execute(database.read)
}
/** Removes the people that a test has invited, with their pending requests. */
async function forgetStaff(database: Database): Promise<void> {
  const own = sql`select account_id from account where role = 'INTERNAL' and last_name = 'Newman'`
  for (const table of ['staff_brand', 'recovery_ticket']) {
    await sql`delete from ${sql.table(table)} where account_id in (${own})`.execute(database.read)
  }
  await sql`delete from staff_request where whom in (${own}) or whom is null`.execute(database.read)
  await sql`delete from outbox`.execute(database.read)
  await sql`delete from account where account_id in (${own})`.execute(database.read)
}

/** Has an app ask for a person's data, in their browser. */
const askByApp = async (client: Client, clientId = 'sample-app') => {
  const database = databaseAt(client.origin)
  const had = database.read.selectFrom('app').select('client_id').where('client_id', '=', clientId)
  if ((await had.executeTakeFirst()) === undefined) await addApp(database, clientId)
  return { params: { askId: await begin(client, authorizeAddress(client.origin, clientId)) } }
}
const unknownRequest = 'nobody-has-asked-for-this'
const allowApp = (personId: string) => ({
  personId,
  parts: ['coverage' as const],
  sensitive: false,
  lasts: 'once' as const,
})
const connectApp = async (client: Client, clientId = 'sample-app') => {
  const { params } = await askByApp(client, clientId)
  await agree(client, params.askId)
  return (await make(client, calls.listConnectedApps, {})).body.payload.apps[0]?.grantId ?? ''
}
const nobody = '0197f7a0-0000-7000-8000-0000000000ff'
const sampleSettings = {
  kind: 'saml' as const,
  nameClaim: 'uid',
  groupsClaim: '',
  trustsFactor: true,
  factorValues: ['mfa'],
  entityId: 'https://login.plan.example',
  signInUrl: 'https://login.plan.example/sso',
  certificates: ['A'.repeat(120)],
}
const newConnection = { name: 'Sample sign-in', brand: 'hmbcbs', audience: 'staff' as const, domains: [] }
const makeSampleConnection = async (client: Client) => {
  const body = { ...newConnection, settings: sampleSettings }
  const { body: made } = await make(client, calls.makeConnection, { body })
  return made.payload.connections.find(({ name }) => name === newConnection.name)?.connectionId ?? ''
}
async function forgetBrands(database: Database): Promise<void> {
  await sql`delete from brand_version`.execute(database.read)
}
async function forgetConnections(database: Database): Promise<void> {
  await sql`delete from identity_connection where name = ${newConnection.name}`.execute(database.read)
}
async function forgetApps(database: Database): Promise<void> {
  await sql`delete from app where client_id = 'sample-app'`.execute(database.read)
  await sql`delete from sign_in_limit where kind = 'app-grant'`.execute(database.read)
}

const samples: { readonly [Name in CallName]?: Sample<(typeof calls)[Name]> } = {
  brandOfZip: { right: () => ({ query: { zipCode: '15222' } }) },
  countiesOfZip: { right: () => ({ body: { zipCode: '15222' } }) },
  ddTokenOfRegion: { right: () => ({ query: { region: 'ND' } }) },
  login: { right: () => ({ body: { brand: 'hmbcbs' } }), headers: asMember },
  userLogin: { right: () => ({ body: { userId: 'MEMBER01', password: 'Welcome1!' } }) },
  ltpaLogin: { right: () => ({ params: store }), headers: asMember },
  ltpaLogout: { right: () => ({ params: { storeID: '10152' } }) },
  keepAlive: { right: () => ({ query: { active: 'true' } }) },
  getSessionValue: { right: () => ({ query: { key: 'message-center.list' } }) },
  setSessionValue: { right: () => ({ body: { key: 'message-center.list', value: { pageSize: 50 } } }) },
  updatePerson: { right: () => ({ params: store, body: { nickName: 'May' } }) },
  updateProfile: { right: () => ({ body: { nickName: 'May' } }) },
  changeEmail: { right: () => ({ body: { email: 'new01@mail.test' } }), undo: forgetEmailChanges },
  withdrawEmail: {
    undo: forgetEmailChanges,
    ready: async (client) => {
      await make(client, calls.changeEmail, { body: { email: 'new01@mail.test' } })
      return {}
    },
  },
  closeAccount: {
    right: () => ({ body: { password: 'Wrong-1A' } }),
    as: 'BXBASIC1',
    undo: reopenAccount,
    ready: async (client) => {
      const row = await accountBehind(client)
      closing = row
      return { body: { password: 'Welcome1!' } }
    },
  },
  exportData: {
    right: () => ({ body: { format: 'json' } }),
    undo: (database) => sql`delete from sign_in_limit where kind = 'export'`.execute(database.read),
  },
  confirmEmail: {
    right: () => ({ body: { ticket: 'nobody-has-this-one' } }),
    undo: forgetEmailChanges,
    ready: async (client) => {
      await make(await signIn(client.origin, 'MEMBER01'), calls.changeEmail, { body: { email: 'new01@mail.test' } })
      const ticket_hash = hashSecret('known')
      await databaseAt(client.origin).read.updateTable('email_change').set({ ticket_hash }).execute()
      return { body: { ticket: 'known' } }
    },
  },
  readAppRequest: {
    right: () => ({ params: { askId: unknownRequest } }),
    undo: forgetApps,
    ready: (client) => askByApp(client),
  },
  allowApp: {
    right: ({ person }) => ({ params: { askId: unknownRequest }, body: allowApp(person) }),
    as: 'MEMBER01',
    undo: forgetApps,
    ready: async (client) => {
      const asked = await askByApp(client)
      const { people } = (await make(client, calls.readAppRequest, asked)).body.payload
      return { ...asked, body: allowApp(people[0]?.personId ?? '') }
    },
  },
  declineApp: {
    right: () => ({ params: { askId: unknownRequest } }),
    undo: forgetApps,
    ready: (client) => askByApp(client),
  },
  launchApp: {
    right: () => ({ body: { appId: 'nobody' } }),
    as: 'MEMBER01',
    undo: forgetApps,
    ready: async (client) => {
      await addApp(databaseAt(client.origin), 'sample-app', { launch_url: 'https://app.example/launch' })
      const { people } = (await make(client, calls.listConnectedApps, {})).body.payload
      return { body: { appId: 'sample-app', personId: people[0]?.personId ?? '' } }
    },
  },
  endConnectedApp: {
    as: 'MEMBER01',
    undo: forgetApps,
    ready: async (client) => ({ params: { grantId: await connectApp(client) } }),
  },
  listApps: { as: 'ADMIN001' },
  checkAppHosts: {
    right: () => ({ params: { appId: 'nobody' } }),
    as: 'ADMIN001',
    undo: forgetApps,
    ready: async (client) => {
      await addApp(databaseAt(client.origin), 'sample-app', {
        redirect_uris: JSON.stringify(['org.example.app:/back']),
      })
      return { params: { appId: 'sample-app' } }
    },
  },
  decideApp: {
    right: () => ({ params: { appId: 'nobody' }, body: { state: 'listed' as const } }),
    as: 'ADMIN001',
    undo: forgetApps,
    ready: async (client) => {
      await addApp(databaseAt(client.origin), 'sample-app', { state: 'waiting' })
      return { params: { appId: 'sample-app' }, body: { state: 'listed' as const } }
    },
  },
  listOwnBrands: { as: 'ADMIN001' },
  proposeBrand: {
    right: () => ({ params: { code: 'prairie' }, body: sampleBrand }),
    as: 'ADMIN001',
    undo: forgetBrands,
  },
  revertBrand: {
    right: () => ({ params: { code: 'prairie' }, body: { basedOn: 2, reason: 'As it was' } }),
    as: 'ADMIN001',
    undo: forgetBrands,
    ready: async (client) => {
      for (const basedOn of [0, 1]) {
        const body = { ...sampleBrand, basedOn }
        await make(client, calls.proposeBrand, { params: { code: 'prairie' }, body })
        await sql`update brand_version set state = 'confirmed' where brand = 'prairie'`.execute(
          databaseAt(client.origin).read,
        )
      }
      return { params: { code: 'prairie' }, body: { basedOn: 2, reason: 'As it was' } }
    },
  },
  withdrawBrand: {
    right: () => ({ params: { code: 'prairie' }, body: { basedOn: 1, reason: 'Its plan has ended' } }),
    as: 'ADMIN001',
    undo: forgetBrands,
    ready: async (client) => {
      await make(client, calls.proposeBrand, { params: { code: 'prairie' }, body: sampleBrand })
      await sql`update brand_version set state = 'confirmed' where brand = 'prairie'`.execute(
        databaseAt(client.origin).read,
      )
      return { params: { code: 'prairie' }, body: { basedOn: 1, reason: 'Its plan has ended' } }
    },
  },
  decideBrand: {
    right: () => ({ params: { code: 'prairie', version: '1' }, body: { confirm: false } }),
    as: 'ADMIN001',
    undo: forgetBrands,
    ready: async (client) => {
      const { body } = await make(client, calls.proposeBrand, { params: { code: 'prairie' }, body: sampleBrand })
      const version = body.payload.brands.find(({ code }) => code === 'prairie')?.waiting?.version
      return { params: { code: 'prairie', version: String(version) }, body: { confirm: false } }
    },
  },
  listConnections: { as: 'ADMIN001' },
  makeConnection: {
    right: () => ({ body: { ...newConnection, settings: sampleSettings } }),
    as: 'ADMIN001',
    undo: forgetConnections,
  },
  changeConnection: {
    right: () => ({ params: { connectionId: nobody }, body: { domains: [], settings: sampleSettings } }),
    as: 'ADMIN001',
    undo: forgetConnections,
    ready: async (client) => ({
      params: { connectionId: await makeSampleConnection(client) },
      body: { domains: ['plan.example'], settings: sampleSettings },
    }),
  },
  decideConnection: {
    right: () => ({ params: { connectionId: nobody, version: '1' }, body: { confirm: false } }),
    as: 'ADMIN001',
    undo: forgetConnections,
    ready: async (client) => ({
      params: { connectionId: await makeSampleConnection(client), version: '1' },
      body: { confirm: false },
    }),
  },
  tryConnection: {
    right: () => ({ params: { connectionId: nobody, version: '1' } }),
    as: 'ADMIN001',
    undo: forgetConnections,
    ready: async (client) => ({ params: { connectionId: await makeSampleConnection(client), version: '1' } }),
  },
  stopConnection: {
    right: () => ({ params: { connectionId: nobody } }),
    as: 'ADMIN001',
    undo: forgetConnections,
    ready: async (client) => ({ params: { connectionId: await makeSampleConnection(client) } }),
  },
  expectPerson: {
    right: () => ({ params: { connectionId: nobody }, body: { loginId: 'CSRREP01', expected: 'dana' } }),
    as: 'ADMIN001',
    undo: forgetConnections,
    ready: async (client) => ({
      params: { connectionId: await makeSampleConnection(client) },
      body: { loginId: 'CSRREP01', expected: 'dana' },
    }),
  },
  unlinkPerson: {
    right: () => ({ params: { connectionId: nobody } }),
    as: 'ADMIN001',
    undo: forgetConnections,
    ready: async (client) => {
      const connectionId = await makeSampleConnection(client)
      const body = { loginId: 'CSRREP01', expected: 'dana' }
      const { body: shown } = await make(client, calls.expectPerson, { params: { connectionId }, body })
      const ofIt = shown.payload.connections.find((one) => one.connectionId === connectionId)
      return { params: { connectionId, accountId: ofIt?.people[0]?.accountId ?? '' } }
    },
  },
  findSignInWay: { right: () => ({ body: { domain: 'plan.example' } }) },
  invitePerson: { right: () => ({ body: newInvitation() }), undo: forgetInvitations },
  sendInvitationAgain: {
    undo: forgetInvitations,
    ready: async (client) => ({ params: { accessId: await invite(client) } }),
  },
  changeAccess: {
    right: () => ({ body: { scopes: ['claims'] } }),
    undo: forgetInvitations,
    ready: async (client) => ({ params: { accessId: await invite(client) }, body: { scopes: ['claims'] } }),
  },
  endAccess: {
    as: 'MEMBER01',
    undo: forgetInvitations,
    ready: async (client) => ({ params: { accessId: await invite(client) } }),
  },
  openInvitation: {
    right: () => ({ body: { ticket: 'nobody-has-this-one' } }),
    as: 'MEMBER01',
    undo: forgetInvitations,
    ready: async (client) => ({ body: { ticket: await obtainInvitation(client) } }),
  },
  answerInvitation: {
    right: () => ({ body: { ticket: 'nobody-has-this-one', accept: true } }),
    as: 'MEMBER01',
    undo: forgetInvitations,
    ready: async (client) => ({ body: { ticket: await obtainInvitation(client), accept: true } }),
  },
  startViewing: {
    as: 'MEMBER01',
  },
  getRatingInfo: { right: () => ({ params: store }) },
  putRatingInfo: {
    right: () => ({ params: store, body: { ratingInfo: [{ storeId: '10151', brand: 'hmbcbs' }] } }),
  },
  memberToken: { right: () => ({ body: passwordGrant }) },
  producerToken: { right: () => ({ body: passwordGrant }) },
  memberTokenDev: { right: () => ({ body: passwordGrant }) },
  producerTokenDev: { right: () => ({ body: passwordGrant }) },
  revokeMemberToken: { right: () => ({ body: revocation }) },
  revokeProducerToken: { right: () => ({ body: revocation }) },
  revokeMemberTokenDev: { right: () => ({ body: revocation }) },
  revokeProducerTokenDev: { right: () => ({ body: revocation }) },
  revokeToken: { right: () => ({ body: revocation }) },
  sessionCookies: { right: () => ({ body: { action: 'delete-token' } }) },
  passwordStrength: { right: () => ({ query: { function: 'changePassword' } }) },
  changePassword: {
    right: () => ({ body: { currentPassword: 'Welcome1!', newPassword: 'Kestrel-47-Ridge' } }),
    undo: forgetPasswordChanges,
  },
  searchStaff: { right: () => ({ body: {} }), as: 'ADMIN002' },
  staffPerson: { as: 'ADMIN002' },
  inviteStaff: { right: () => ({ body: newStaff() }), as: 'ADMIN002', undo: forgetStaff },
  changeStaffRights: {
    right: () => ({ body: someRights }),
    as: 'ADMIN002',
    undo: forgetStaff,
    ready: async (client) => ({ ...(await inviteStaff(client)), body: { ...someRights, entitlements: [] } }),
  },
  endStaff: { as: 'ADMIN002', undo: forgetStaff, ready: inviteStaff },
  resetStaffSecondFactor: {
    as: 'ADMIN002',
    undo: forgetStaff,
    ready: inviteStaff,
  },
  decideStaffRequest: {
    right: () => ({ body: { confirm: true } }),
    as: 'ADMIN002',
    undo: forgetStaff,
    ready: async (client) => {
      const { params } = await inviteStaff(client)
      return { params: { requestId: await requestRights(client.origin, params.accountId) }, body: { confirm: true } }
    },
  },
  readProvisioning: { as: 'ADMIN002' },
  makeScimToken: {
    right: () => ({ body: { name: 'Made by a sample', brand: 'hmbcbs', audience: 'agents', invites: false } }),
    as: 'ADMIN002',
    undo: forgetProviders,
  },
  endScimToken: {
    as: 'ADMIN002',
    ready: async (client) => ({
      params: { tokenId: (await addProvider(databaseAt(client.origin), 'hmbcbs')).tokenId },
    }),
  },
  changeScimGroup: {
    right: () => ({ body: { entitlements: [], brands: ['hmbcbs'] } }),
    as: 'ADMIN002',
    undo: forgetProviders,
    ready: async (client) => ({
      params: { groupId: (await addProvider(databaseAt(client.origin), 'hmbcbs')).groupId },
      body: { entitlements: [], brands: ['hmbcbs'] },
    }),
  },
  findAccounts: { right: () => ({ body: { by: 'login-id', text: 'MEMBER01' } }), as: 'ADMIN002' },
  openAccountRecord: { as: 'ADMIN002', ready: memberAccount },
  lockMemberAccount: {
    right: () => ({ body: { locked: true } }),
    as: 'ADMIN002',
    undo: (database) => sql`update account set locked_at = null where role = 'MEMBER'`.execute(database.read),
    ready: async (client) => ({ ...(await memberAccount(client)), body: { locked: true } }),
  },
  endAccountSessions: { as: 'ADMIN002', ready: memberAccount },
  endAccountSession: {
    as: 'ADMIN002',
    ready: async (client) => {
      const { params } = await memberAccount(client)
      await signIn(client.origin, lockedMember)
      const { body } = await make(client, calls.openAccountRecord, { params })
      return { params: { ...params, sessionId: body.payload.sessions[0]?.sessionId ?? '' } }
    },
  },
  sendAccountLink: {
    as: 'ADMIN002',
    undo: async (database) => {
      await sql`delete from sign_in_limit where kind = 'letter'`.execute(database.read)
      await forgetRecovery(database)
    },
    ready: memberAccount,
  },
  searchAudit: { right: () => ({ body: { action: 'sign-in' } }), as: 'ADMIN002' },
  exportAudit: { right: () => ({ body: { action: 'sign-in' } }), as: 'ADMIN002' },
  verifyAudit: { right: () => ({ body: { after: 0 } }), as: 'ADMIN002' },
  whatRuns: { as: 'ADMIN002' },
  yearReports: { as: 'ADMIN002' },
  ...oversightSamples,
  ...dataSamples,
  unlockAccount: { right: () => ({ body: { logonId: 'NOBODY99' } }) },
  forgottenUsername: { right: () => ({ body: { email: 'member01@mail.example' } }) },
  forgottenPassword: { right: () => ({ body: { logonId: 'MEMBER01' } }) },
  recoveryQuestions: { right: () => ({ body: { logonId: 'MEMBER01' } }) },
  answerQuestions: {
    right: () => ({ body: { logonId: 'MEMBER01', answers: chosenAnswers.slice(0, 2) } }),
    undo: forgetRecovery,
    ready: async (client) => {
      await make(await signIn(client.origin, 'MEMBER01'), calls.setSecurityQuestions, {
        body: { answers: [...chosenAnswers] },
      })
      return { body: { logonId: 'MEMBER01', answers: await answerQuestions(client, 'MEMBER01') } }
    },
  },
  usernameQuestions: { right: () => ({ body: ownCard }), undo: forgetRecovery },
  answerForUsername: {
    right: () => ({ body: { ...ownCard, answers: chosenAnswers.slice(0, 2) } }),
    undo: forgetRecovery,
    ready: async (client) => {
      await make(await signIn(client.origin, 'MEMBER01'), calls.setSecurityQuestions, {
        body: { answers: [...chosenAnswers] },
      })
      const { body } = await make(client, calls.usernameQuestions, { body: ownCard })
      const asked = body.payload.questions.map(({ questionId }) => questionId)
      return { body: { ...ownCard, answers: chosenAnswers.filter(({ questionId }) => asked.includes(questionId)) } }
    },
  },
  checkRecoveryTicket: {
    right: () => ({ body: { ticket: 'nobody-has-this-one' } }),
    undo: forgetRecovery,
    ready: async (client) => ({ body: { ticket: await obtainAnsweredTicket(client) } }),
  },
  resetPassword: {
    right: () => ({ body: { ticket: 'nobody-has-this-one', newPassword: 'Kestrel-47-Ridge' } }),
    undo: async (database) => {
      await forgetPasswordChanges(database)
      await forgetRecovery(database)
    },
    ready: async (client) => {
      return { body: { ticket: await obtainAnsweredTicket(client), newPassword: 'Kestrel-47-Ridge' } }
    },
  },
  registrationQuestions: { right: () => ({ query: { brand: 'hmbcbs' } }) },
  registrationProfile: { right: () => ({ body: { brand: 'hmbcbs', zipCode: '15222', userType: 'MREG' } }) },
  matchCoverage: { right: () => ({ body: { ...unregistered, userType: 'MREG' } }), undo: forgetRegistrations },
  requestGuardianPin: { right: () => ({ body: { ...chipChild, ...chipGuardian } }), undo: forgetRegistrations },
  verifyGuardian: {
    right: () => ({ body: { ...chipChild, pin: '000000' } }),
    undo: forgetRegistrations,
    ready: async (client) => ({ body: { ...chipChild, pin: await sendPin(client.origin) } }),
  },
  requestSignInPin: {
    right: () => ({ body: chipGuardian }),
    undo: forgetGuardians,
    ready: async (client) => {
      await client.signIn('CHIP14UN')
      return { body: chipGuardian }
    },
  },
  verifySignInGuardian: {
    right: () => ({ body: { pin: '000000' } }),
    undo: forgetGuardians,
    ready: async (client) => {
      await client.signIn('CHIP14UN')
      return { body: { pin: await sendPin(client.origin, 'Van') } }
    },
  },
  unlockGuardian: { right: () => ({ body: { memberId: '999999999' } }) },
  registerMember: {
    right: () => ({ body: { ...unregistered, ...newAccount(), userType: 'MREG' } }),
    undo: forgetRegistrations,
  },
  createProspect: {
    right: () => {
      const { brand, zipCode, firstName, lastName, dateOfBirth } = unregistered
      const who = { brand, zipCode, firstName, lastName, dateOfBirth }
      return { body: { ...who, ...newAccount(), userType: 'VU65' } }
    },
    undo: forgetRegistrations,
  },
  saveRegistration: { right: () => ({ body: { saveId: randomUUID(), ...typedSoFar } }), undo: forgetRegistrations },
  resumeRegistration: {
    right: () => ({ body: { ticket: 'nobody-has-this-one', dateOfBirth: typedSoFar.dateOfBirth } }),
    undo: forgetRegistrations,
    ready: async (client) => ({
      body: { ticket: await obtainSavedTicket(client.origin), dateOfBirth: typedSoFar.dateOfBirth },
    }),
  },
  confirmRegistration: {
    right: () => ({ body: { ticket: 'nobody-has-this-one' } }),
    undo: forgetRegistrations,
    ready: async (client) => ({ body: { ticket: await obtainFollowedTicket(databaseAt(client.origin)) } }),
  },
  createLead: {
    right: () => {
      const { brand, zipCode, firstName, lastName } = unregistered
      const { email, phone } = newAccount()
      return { body: { brand, zipCode, firstName, lastName, email, phone, leadId: randomUUID() } }
    },
    undo: forgetRegistrations,
  },
  sendEmail: {
    right: () => ({ body: { letterId: randomUUID(), template: 'contact-card' } }),
    as: 'MEMBER01',
    undo: forgetLetters,
  },
  agencyClients: { as: 'AGENCYADM' },
  changeAgencyClient: {
    right: () => ({ body: clientChange }),
    as: 'AGENCYADM',
    undo: forgetClientChanges,
  },
  handOverClients: {
    right: ({ client }) => ({ body: { clients: [{ clientId: client, version: 1 }] } }),
    as: 'AGENCYADM',
    undo: forgetClientChanges,
  },
  agencyAgents: { as: 'AGENCYADM' },
  changeAgentEntitlements: {
    right: () => ({ body: givenTo }),
    as: 'AGENCYADM',
    undo: forgetGiven,
  },
  agencyFigures: { as: 'AGENCYADM' },
  agencyProposals: { as: 'AGENCYADM' },
  agencyProposal: {
    as: 'AGENCYADM',
  },
  lastQuoteOf: {
    as: 'AGENCYADM',
  },
  createProposal: {
    right: () => ({ body: newProposal() }),
    as: 'AGENCYADM',
    undo: forgetProposals,
  },
  sendProposal: {
    right: () => ({ body: { letterId: randomUUID() } }),
    as: 'AGENCYADM',
    undo: forgetProposals,
  },
  updateProposalNpn: {
    right: () => ({ body: { version: 1, npn: '8812345' } }),
    as: 'AGENCYADM',
    undo: forgetProposals,
  },
  openProposal: {
    right: () => ({ body: { ticket: 'nobody-has-this-one' } }),
    ready: async ({ origin }) => {
      const proposal = await propose(await signIn(origin, 'AGENCYADM'), 'hmbcbs')
      return { body: { ticket: computeTicket(dataKeyAt(origin), proposal, 'proposal') } }
    },
  },
  changeAgencyConsent: {
    right: () => ({ body: { consent: true } }),
    undo: forgetClientChanges,
  },
  requestCall: {
    right: () => callAsked('2030-01-02'),
    undo: forgetRegistrations,
    ready: async (client) => callAsked((await make(client, calls.callTimes, {})).body.payload.days[1] ?? ''),
  },
  agencyLeadHistory: { as: 'AGENCYADM' },
  changeStaffLead: {
    right: ({ agency, region }) => ({ body: { ...leadChange, agencyId: agency, region } }),
    ready: async (client) => {
      const { body } = await make(client, calls.staffLeads, {})
      const [lead] = body.payload.leads
      return {
        params: { lead: lead?.leadId ?? '' },
        body: { ...leadChange, version: lead?.version ?? 0, agencyId: null, region: null },
      }
    },
    undo: forgetLeadChanges,
  },
  agencyLeads: { as: 'AGENCYADM' },
  changeAgencyLead: {
    right: () => ({ body: { ...leadChange, mine: true } }),
    as: 'AGENCYADM',
    undo: forgetLeadChanges,
  },
  setSecurityQuestions: { right: () => ({ body: { answers: [...chosenAnswers] } }), undo: forgetRecovery },
  vendorDetails: {
    right: () => ({ query: { date: '20261231' } }),
  },
  searchClaims: { right: () => ({ body: { q: 'visit' } }) },
  exportClaims: { right: () => ({ body: { q: 'visit' } }) },
  findServices: { right: () => ({ body: { search: 'flu shot' } }) },
  careCost: { right: () => ({ body: { type: 'HCPCS', code: 'G0008' } }) },
  visitCosts: { right: () => ({ body: { npis: ['2910000019'] } }) },
  keepEstimate: {
    right: () => ({
      body: { estimateId: randomUUID(), type: 'HCPCS', code: 'G0008', provider: null, quoteCents: 4000 },
    }),
  },
  orderMedicine: {
    right: ({ medicine }) => ({ body: buildOrder(medicine) }),
    undo: (database) => sql`delete from medicine_order`.execute(database.read),
  },
  searchFormulary: { right: () => ({ body: { q: 'metformin' } }) },
  coveredDrug: { right: () => ({ body: { drugId: '1' } }) },
  pharmacyNotice: { right: () => ({ body: signNotice({ orderId: randomUUID(), sequence: 1, state: 'ready' }) }) },
  idCardFile: { right: () => ({ query: { format: 'svg' } }) },
  keepCards: {
    right: () => ({ body: { keptId: randomUUID() } }),
    undo: (database) => sql`delete from kept_card`.execute(database.read),
  },
  dropCards: {
    right: () => ({ params: { keptId: randomUUID() } }),
    ready: async (client) => ({ params: { keptId: await keepCard(client) } }),
  },
  keptCards: { right: () => ({ params: { keptId: randomUUID() } }) },
  accountList: { right: () => ({ query: { vendorType: 'SELECTACCOUNT' } }) },
  payPremium: {
    right: newPayment,
    ready: async (client) => newPayment(await recordsOfPremium(client)),
    undo: dropPayments,
  },
  premiumPayment: {
    ready: async (client) => ({ params: { paymentId: await beginPayment(client) } }),
  },
  cancelPremiumPayment: {
    ready: async (client) => ({ params: { paymentId: await beginPayment(client) } }),
  },
  keepMethod: { right: () => ({ body: { clientMethodId: randomUUID() } }), undo: dropMethods },
  premiumMethod: {
    ready: async (client) => ({ params: { methodId: await saveMethod(client) } }),
  },
  removeMethod: {
    ready: async (client) => ({ params: { methodId: await saveMethod(client) } }),
    undo: dropMethods,
  },
  setAutopay: {
    right: () => ({ body: agreed }),
    ready: async (client) => {
      const { billingAccount: billingAccountId } = await recordsOfPremium(client)
      const [account] = (await make(client, calls.premiumBills, {})).body.payload.accounts
      const { on = null, cents = null } = account?.autopayFirst ?? {}
      const first = on === null || cents === null ? null : { on, cents }
      return { body: { billingAccountId, methodId: await saveMethod(client), ...agreed, first } }
    },
    undo: dropMethods,
  },
  findProviders: { right: () => ({ body: { brand: 'hmbcbs', text: 'heart doctor', place: '85003', miles: 50 } }) },
  suggestProviders: { right: () => ({ body: { brand: 'hmbcbs', text: 'heart' } }) },
  readProvider: { right: () => ({ body: { brand: 'hmbcbs', providerIds: [provider] } }) },
  storesNear: { right: () => ({ body: { brand: 'hmbcbs', latitude: 40.4, longitude: -80 } }) },
  mapsScript: { right: () => ({ body: { brand: 'hmbcbs' } }) },
  printProviders: { right: () => ({ body: { brand: 'hmbcbs', providerIds: [provider] } }), undo: forgetDocuments },
  saveProvider: { right: () => ({ body: { providerId: provider, saved: true } }) },
  choosePrimaryCare: {
    right: () => ({ body: { chosen: null } }),
  },
  recordShown: { right: () => ({ body: { providerId: provider } }) },
  reportProvider: { right: () => ({ body: newDirectoryReport() }) },
  sendSavedProviders: { undo: forgetDocuments },
  settleReport: {
    right: () => ({ body: { settleId: randomUUID(), outcome: 'right' as const } }),
    ready: async (client) => {
      const member = await memberClient(client.origin, 'MEMBER01')
      const body = newDirectoryReport()
      await make(member, calls.reportProvider, { body })
      return { body: { settleId: body.reportId, outcome: 'right' as const } }
    },
  },
  contentInfo: {
    right: () => ({ body: requestText('REGIONAL_LANGUAGES') }),
  },
  languageContent: { right: () => ({ query: { brand: 'hmbcbs', language: 'en', version: '1' } }) },
  nonDiscrimination: { right: () => ({ query: { brand: 'hmbcbs', language: 'en', version: '1' } }) },
  companySite: { right: () => ({ query: { brand: 'hmbcbs', language: 'en', section: 'home' } }) },
  needHelp: { right: () => ({ query: { brand: 'hmbcbs', language: 'en', version: '1' } }) },
  explainContent: { right: () => ({ query: { name: 'REGIONAL_LANGUAGES', brand: 'HMBCBS', language: 'en' } }) },
  tooltips: { right: () => ({ query: { brand: 'HMBCBS' } }) },
  siteSearch: { right: () => ({ body: { searchQuery: 'card', brand: 'hmbcbs' } }) },
  publicConfig: { right: () => ({ params: { application: 'MEMBER', brand: 'ALL' } }) },
  secureConfig: { right: () => ({ params: { application: 'MEMBER', brand: 'ALL' } }) },
  ...contentSamples,
  ...languageSamples,
  settings: { right: () => ({ query: { brand: 'ALL' } }), as: 'ADMIN001' },
  changeSetting: {
    right: () => newLimit(null),
    as: 'ADMIN001',
    ready: async (client) => {
      const { body } = await make(client, calls.settings, { query: { brand: 'ndbcbs' } })
      const before = body.payload.settings.find(({ key }) => key === 'MESSAGES_PER_HOUR')
      return newLimit(before?.changed?.changeId ?? null)
    },
  },
  decideSetting: {
    right: () => ({
      params: { brand: 'ndbcbs', key: 'PASSWORD_MIN_LENGTH' },
      body: { waitingId: randomUUID(), confirm: false },
    }),
    as: 'ADMIN001',
    ready: async (client) => {
      const params = { brand: 'ndbcbs', key: 'PASSWORD_MIN_LENGTH' as const }
      const { body: list } = await make(client, calls.settings, { query: { brand: 'ndbcbs' } })
      const before = list.payload.settings.find(({ key }) => key === params.key)
      const body = { changeId: randomUUID(), basedOn: before?.changed?.changeId ?? null, value: 9, reason: 'A try' }
      await make(client, calls.changeSetting, { params, body })
      return { params, body: { waitingId: body.changeId, confirm: false } }
    },
  },
  settingHistory: { right: () => ({ params: { brand: 'ALL', key: 'KEEP_ALIVE' } }), as: 'ADMIN001' },
  addMessage: {
    right: () => ({ body: newMessage() }),
    foreign: (_own, { message }) => [{ body: { clientMessageId: randomUUID(), text: 'Me too', inReplyTo: message } }],
  },
  setReadFlag: {
    right: () => ({ body: { read: true } }),
    foreign: (_own, { message }) => [{ body: { messageIds: [message], read: false } }],
  },
  setDeleteFlag: {
    right: () => ({ body: { deleted: false } }),
    foreign: (_own, { message }) => [{ body: { messageIds: [message], deleted: true } }],
  },
  searchMessages: { right: () => ({ body: { search: 'claim' } }) },
  saveAssessment: { right: () => ({ body: { answers: { sleep: 'enough' } } }) },
  setGoal: { right: () => ({ body: { goal: 'move', perWeek: 3 } }) },
  markGoal: {
    right: () => ({ body: { goal: 'move', day: '2026-11-22', done: true } }),
    ready: async (client) => {
      const { body } = await make(client, calls.setGoal, { body: { goal: 'move', perWeek: 3 } })
      return { body: { goal: 'move', day: body.payload.today, done: true } }
    },
  },
  endGoal: {
    right: () => ({ params: { goal: 'calm' } }),
    ready: async (client) => {
      await make(client, calls.setGoal, { body: { goal: 'calm', perWeek: 1 } })
      return { params: { goal: 'calm' } }
    },
  },
  openGuide: { right: () => ({ params: { guide: 'two-plans' } }) },
  openForm: { right: () => ({ params: { kind: 'claim' } }) },
  blankForm: { right: () => ({ params: { kind: 'claim' } }) },
  saveForm: {
    right: () => ({ body: { ...newForm(), baseVersion: 0 } }),
    foreign: (_own, { claim }) => [{ body: { ...buildAppeal(claim), baseVersion: 0 } }],
    undo: forgetForms,
  },
  discardForm: {
    right: () => ({ params: { kind: 'release' } }),
    ready: async (client) => {
      await make(client, calls.saveForm, { body: { ...newForm(), baseVersion: 0 } })
      return { params: { kind: 'release' } }
    },
  },
  sendForm: {
    right: () => ({ body: signForm() }),
    foreign: (_own, { claim }) => [{ body: { ...signForm(), ...buildAppeal(claim) } }],
    undo: forgetForms,
  },
  formDocument: {
    ready: async (client) => ({ params: { messageId: (await sendForm(client)).messageId } }),
  },
  workspaceForm: {
    ready: threadOfForm,
  },
  saveDraft: {
    right: () => ({ body: { clientMessageId: randomUUID(), baseVersion: 0, text: 'Begun' } }),
  },
  discardDraft: {
    ready: async (client) => ({ params: { draftId: await beginDraft(client) } }),
  },
  addAttachment: { right: () => ({ query: { clientMessageId: randomUUID() } }) },
  removeAttachment: ofFile,
  submitAttachments: {
    ready: async (client) => ({ body: { attachmentIds: [await addFile(client)] } }),
  },
  openAttachment: ofFile,
  downloadAttachment: ofFile,
  chooseAgency: {
    right: () => ({ body: { remember: true } }),
    as: 'AGENCYADM',
    undo: forgetAgencyChoices,
  },
  updateAgencyPreference: {
    right: ({ agency, region }) => ({ body: buildPreference(agency, region) }),
    foreign: ({ agency, region }, other) => [
      { body: { ...buildPreference(agency, region), broker360ACAAgencies: [agency, other.agency] } },
    ],
    as: 'AGENCYADM',
    undo: forgetAgencyChoices,
  },
  partyAppointmentsAndCourses: {
    as: 'AGENCYADM',
  },
  changeNotificationChoices: { right: () => ({ body: { newMessage: true, language: 'es' } }) },
  listPlanPeers: { as: 'ADMIN001' },
  savePlanPeer: {
    right: () => ({
      body: {
        ...{
          name: 'Old Plan',
          fhirBase: 'https://old.example/fhir/old/r4',
          ourClientId: 'us',
          ourNumber: '1234567893',
        },
        isOn: true,
      },
    }),
    as: 'ADMIN001',
    undo: (database) => database.read.deleteFrom('payer_peer').where('client_id', '=', 'us').execute(),
  },
  changeSharingChoices: {
    right: () => ({
      body: { withProviders: false, asksEarlierPlan: false, earlierPlan: null, reason: 'Asked on the phone' },
    }),
  },
  workspaceThreads: { right: () => ({ query: { view: 'open' } }) },
  searchThreads: { right: () => ({ body: { text: 'claim' } }) },
  workspaceClaim: {
    ready: askAboutClaim,
    // No message in the conversation is about this claim.
    foreign: ({ thread, claim }) => [{ params: { threadId: thread, claimId: claim } }],
  },
  assignThread: {
    right: () => ({ body: { accountId: null, version: 1 } }),
    ready: async (client) => ({ ...(await latestThread(client, (version) => ({ accountId: null, version }))) }),
  },
  assignThreads: {
    right: ({ thread }) => ({ body: { accountId: null, threads: [{ threadId: thread, version: 1 }] } }),
    ready: async (client) => {
      const { params, body } = await latestThread(client, (version) => ({ version }))
      return { body: { accountId: null, threads: [{ ...params, ...body }] } }
    },
  },
  setThreadState: {
    right: () => ({ body: { state: 'open', version: 1 } }),
    ready: async (client) => latestThread(client, (version) => ({ state: 'open' as const, version })),
  },
  transferThread: {
    right: () => ({ body: newTransfer(1) }),
    ready: async (client) => latestThread(client, newTransfer),
  },
  replyToThread: {
    right: () => ({ body: newReply(1) }),
    ready: async (client) => latestThread(client, newReply),
  },
  addThreadNote: { right: () => ({ body: { clientMessageId: randomUUID(), text: 'Called back.' } }) },
  saveThreadDraft: {
    right: () => ({ body: newThreadDraft() }),
    ready: newDraftInThread,
  },
  discardThreadDraft: {
    ready: async (client) => {
      const sent = await newDraftInThread(client)
      await make(client, calls.saveThreadDraft, sent)
      return { params: sent.params }
    },
  },
  noteThreadPresence: { right: () => ({ body: { presence: 'here' } }) },
  workspaceFigures: { right: () => ({ query: { days: '7' } }) },
  addThreadFile: { right: () => ({ query: { clientMessageId: randomUUID() } }) },
  removeThreadFile: ofFileInThread,
  openThreadFile: ofFileInThread,
  downloadThreadFile: ofFileInThread,
  startSimulation: { right: actForMember02 },
  // The host of staff, beside which is that of members.
  startSimulationBeside: {
    right: actForMember02,
    headers: { host: 'staff.hmbcbs.localhost', origin: 'http://staff.hmbcbs.localhost' },
  },
  endDevice: {
    undo: undoSecondFactors,
    ready: async (client) => {
      const { body } = await make(await beside(client), calls.listDevices, {})
      return { params: { sessionId: body.payload.devices[0]?.sessionId ?? '' } }
    },
  },
  endOtherDevices: { undo: undoSecondFactors },
  beginAuthenticator: { undo: undoSecondFactors },
  confirmAuthenticator: {
    right: () => ({ body: { code: '000000' } }),
    undo: undoSecondFactors,
    ready: async (client) => {
      const { body } = await make(client, calls.beginAuthenticator, {})
      return { body: { code: appCode(body.payload.secret) } }
    },
  },
  removeAuthenticator: ofAuthenticator,
  renewRecoveryCodes: ofAuthenticator,
  forgetDevice: {
    undo: undoSecondFactors,
    ready: async (client) => ({ params: { deviceId: await rememberDevice(client) } }),
  },
  addPasskey: {
    right: () => ({ body: { name: 'Phone', credential: someCredential } }),
    undo: undoSecondFactors,
    ready: async (client) => {
      const { body } = await make(client, calls.passkeyRegistration, {})
      return { body: { name: 'Phone', credential: new SoftPasskey(client.origin).create(body.payload) } }
    },
  },
  renamePasskey: {
    right: () => ({ body: { name: 'Phone' } }),
    undo: undoSecondFactors,
    ready: async (client) => {
      const { passkeyId } = await addPasskey(client)
      return { params: { passkeyId }, body: { name: 'Phone' } }
    },
  },
  removePasskey: {
    undo: undoSecondFactors,
    ready: async (client) => {
      const { passkeyId } = await addPasskey(client)
      return { params: { passkeyId } }
    },
  },
  secondFactor: {
    right: () => ({ body: { code: '000000' } }),
    undo: undoSecondFactors,
    ready: async (client) => {
      const { secret } = await addAuthenticator(await signIn(client.origin, 'MEMBER01'))
      await client.signIn('MEMBER01')
      return { body: { code: appCode(secret) } }
    },
  },
  passkeySignIn: {
    right: () => ({ body: { credential: someCredential } }),
    undo: undoSecondFactors,
    ready: async (client) => {
      const { passkey } = await addPasskey(await signIn(client.origin, 'MEMBER01'))
      const { body } = await make(client, calls.passkeySignInOptions, {})
      return { body: { credential: passkey.get(body.payload) } }
    },
  },
  stepUp: { right: () => ({ body: { password: 'Welcome1!' } }) },
  shopQuote: { right: () => ({ body: { ...shopBasis(), brand: 'hmbcbs' } }) },
  shopPlan: ofShopPlan,
  shopPlanFile: ofShopPlan,
  shopDrugs: {
    right: () => ({ body: { brand: 'hmbcbs', planYear: shopYear(), planIds: [dentalPlan], text: 'metformin' } }),
  },
  shopCare: {
    right: () => ({
      body: {
        brand: 'hmbcbs',
        planYear: shopYear(),
        planIds: [dentalPlan],
        providerIds: ['1699254839'],
        drugIds: ['1'],
      },
    }),
  },
  shopComparison: {
    right: () => ({
      body: {
        ...shopBasis(),
        brand: 'hmbcbs',
        planYear: shopYear(),
        planIds: ['90001PA0010004', '90001PA0010007'],
      },
    }),
  },
  saveShopping: {
    right: () => ({ body: newSavedShopping() }),
  },
  openShopping: {
    right: () => ({ body: { ticket: 'nobody-has-this-one' } }),
    ready: async (client) => {
      const saved = await make(client, calls.saveShopping, { body: newSavedShopping() })
      return { body: { ticket: saved.body.payload.ticket } }
    },
  },
  cartAdd: {
    right: () => ({ body: newCartItem() }),
  },
  cartRemove: { right: () => ({ body: { brand: 'hmbcbs', planId: dentalPlan, planYear: shopYear() } }) },
  cartPendingItems: { right: () => ({ body: { brand: 'hmbcbs' } }) },
  startEnrollment: { right: () => ({ body: newApplication() }) },
  preEffectuation: {
    right: () => ({ body: { ticket: 'nobody-has-this-one' } }),
    ready: async (client) => {
      const started = await make(client, calls.startEnrollment, { body: newApplication() })
      return { body: { ticket: started.body.payload.ticket } }
    },
  },
  saveApplicationDraft: { right: () => ({ body: newApplicationDraft() }) },
  openApplicationDraft: {
    right: () => ({ body: { ticket: 'nobody-has-this-one' } }),
    ready: async (client) => {
      const saved = await make(client, calls.saveApplicationDraft, { body: newApplicationDraft() })
      return { body: { ticket: saved.body.payload.ticket } }
    },
  },
  reopenApplication: {
    right: () => ({ body: { ticket: 'nobody-has-this-one' } }),
    ready: async (client) => {
      const enrollmentId = randomUUID()
      await make(client, calls.saveApplicationDraft, { body: { ...newApplicationDraft(), enrollmentId } })
      const started = await make(client, calls.startEnrollment, { body: { ...newApplication(), enrollmentId } })
      return { body: { ticket: started.body.payload.ticket, dateOfBirth: '04/05/1985' } }
    },
  },
  withdrawApplication: {
    right: () => ({ body: { ticket: 'nobody-has-this-one' } }),
    ready: async (client) => {
      const started = await make(client, calls.startEnrollment, { body: newApplication() })
      return { body: { ticket: started.body.payload.ticket } }
    },
  },
  payFirstPremium: {
    right: () => ({ body: { ...newFirstPayment(), ticket: 'nobody-has-this-one' } }),
    ready: async (client) => {
      const started = await make(client, calls.startEnrollment, { body: newApplication() })
      return { body: { ...newFirstPayment(), ticket: started.body.payload.ticket } }
    },
  },
}

/** The details on MEMBER01's card. */
export const ownCard = { memberId: '99406232200', dateOfBirth: '09/12/1965' }

/** Security questions with valid answers. */
export const chosenAnswers = [
  { questionId: 'first-street', answer: 'Chestnut' },
  { questionId: 'first-job', answer: 'Duluth' },
  { questionId: 'first-dish', answer: 'Empanadas' },
] as const

/** A member without an account, with the details they would enter. */
export const unregistered = {
  brand: 'hmbcbs',
  zipCode: '15222',
  relationship: 'SELF',
  memberId: '88701049649',
  firstName: 'Odell',
  lastName: 'Brekke',
  dateOfBirth: '04/18/1971',
} as const

/** A child in the plan for children without an account, and their guardian. */
export const chipChild = {
  brand: 'hmbcbs',
  zipCode: '16335',
  userType: 'MREG',
  relationship: 'CUSTODIAL PARENT/GUARDIAN',
  memberId: '14630845200',
  firstName: 'Ivy',
  lastName: 'Rosenbaum',
  dateOfBirth: '03/09/2018',
} as const
export const chipGuardian = {
  guardianFirstName: 'Marian',
  guardianLastName: 'Rosenbaum',
  guardianDateOfBirth: '02/17/1984',
} as const

/** The account fields for a new registration each time. */
export const newAccount = () => ({
  registrationId: randomUUID(),
  email: 'odell@mail.example.com',
  emailRepeat: 'odell@mail.example.com',
  phone: '555-555-0142',
  phoneType: 'CELL',
  logonId: 'ODELL71',
  newPassword: 'Kestrel-47-Ridge',
  answers: [...chosenAnswers],
  termsAccepted: true,
})

/** The entries of someone who wants to continue later. */
export const typedSoFar = {
  ...unregistered,
  userType: 'MREG',
  email: 'odell@mail.example.com',
  emailRepeat: 'odell@mail.example.com',
}

/** The ticket for this saved registration. */
async function obtainSavedTicket(origin: string): Promise<string> {
  const [ticket, saved_id] = [newSecret(), randomUUID()]
  const sealed = dataKeyAt(origin).seal(Buffer.from(JSON.stringify(typedSoFar)), `saved registration ${saved_id}`)
  await databaseAt(origin)
    .read.insertInto('saved_registration')
    .values({
      saved_id,
      ticket_hash: hashSecret(ticket),
      sealed,
      created_at: new Date(),
      expires_at: new Date(Date.now() + 60_000),
    })
    .execute()
  return ticket
}

/** The PIN sent to the guardian of a child on the contract of `chipChild`. */
async function sendPin(origin: string, firstName: string = chipChild.firstName): Promise<string> {
  const pin = '135790'
  const database = databaseAt(origin)
  const { member_id } = await database.read
    .selectFrom('member')
    .select('member_id')
    .where('contract_number', '=', chipChild.memberId)
    .where('first_name', '=', firstName)
    .executeTakeFirstOrThrow()
  const pin_hash = dataKeyAt(origin).hashes(pin, `guardian pin ${member_id}`)[0]
  await database.read
    .insertInto('guardian_check')
    .values({ member_id, pin_hash, pin_expires_at: new Date(Date.now() + 60_000) })
    .execute()
  return pin
}

/** The ticket of a registration whose account is already open. */
async function obtainFollowedTicket(database: Database): Promise<string> {
  const ticket = newSecret()
  await sql`insert into registration (registration_id, ticket_hash, created_at, expires_at, account_id)
    select ${randomUUID()}::uuid, ${hashSecret(ticket)}, now(), now() + interval '1 hour', account_id
    from account where login_id = 'MEMBER01'`.execute(database.read)
  return ticket
}

/** Clears all counts except those of password attempts. */
const forgetCounts = (database: Database) =>
  sql`delete from sign_in_limit where kind not in ('pair', 'login', 'address')`.execute(database.read)

/** Deletes registrations and the counts of attempts to register. */
async function forgetRegistrations(database: Database): Promise<void> {
  await sql`delete from registration`.execute(database.read)
  await sql`delete from saved_registration`.execute(database.read)
  // The demo's leads stay.
  await sql`delete from lead where coalesce(email, '') not like '%@lead.example'`.execute(database.read)
  await sql`delete from guardian_check`.execute(database.read)
  await forgetCounts(database)
}

/** The same, and also clears the proof of CHIP14UN's guardian. */
async function forgetGuardians(database: Database): Promise<void> {
  await forgetRegistrations(database)
  await sql`delete from sign_in_challenge where purpose = 'guardian'`.execute(database.read)
  await sql`update member set guardian_verified_on = null where first_name = 'Van' and chip`.execute(database.read)
}

/** A recovery ticket for MEMBER01, obtained with their security questions. */
async function obtainAnsweredTicket(client: Client): Promise<string> {
  await make(await signIn(client.origin, 'MEMBER01'), calls.setSecurityQuestions, {
    body: { answers: [...chosenAnswers] },
  })
  const body = { logonId: 'MEMBER01', answers: await answerQuestions(client, 'MEMBER01') }
  return (await make(client, calls.answerQuestions, { body })).body.payload.ticket
}

/** The right answers to the questions that a login ID is asked. */
export async function answerQuestions(client: Client, logonId: string) {
  const { body } = await make(client, calls.recoveryQuestions, { body: { logonId } })
  const asked = body.payload.questions.map(({ questionId }) => questionId)
  return chosenAnswers.filter(({ questionId }) => asked.includes(questionId))
}

/** Deletes everyone's security questions, and the counts of recovery. */
async function forgetRecovery(database: Database): Promise<void> {
  await sql`delete from security_answer`.execute(database.read)
  await sql`delete from recovery_ticket`.execute(database.read)
  await forgetCounts(database)
}

/** An invitation to no one in particular, with an id of its own. */
export const newInvitation = () => ({
  invitationId: randomUUID(),
  name: 'Ramiro Escobar',
  relationship: 'SPOUSE',
  email: `r${randomUUID().slice(0, 8)}@mail.test`,
  scopes: ['claims', 'write'] as ('claims' | 'write')[],
})

/** Invites someone as a member; returns the id of the invitation. */
async function invite(client: Client, name?: string): Promise<string> {
  const body = newInvitation()
  await make(client, calls.invitePerson, { body: { ...body, ...(name && { name }) } })
  return body.invitationId
}

/** The ticket of an invitation from MEMBER02 to a signed-in person. */
async function obtainInvitation(client: Client): Promise<string> {
  const { email, brand } = await accountBehind(client)
  const inviting = await signIn(client.origin, 'MEMBER02')
  const sent = newInvitation()
  await make(inviting, calls.invitePerson, { body: sent })
  const ticket_hash = hashSecret('invited')
  const change = databaseAt(client.origin)
    .read.updateTable('person_access')
    .set({ ticket_hash, brand, email: email ?? '' })
  await change.where('access_id', '=', sent.invitationId).execute()
  return 'invited'
}

/** Deletes all invitations except those among a member's records, and their counts. */
async function forgetInvitations(database: Database): Promise<void> {
  await database.read.deleteFrom('person_access').where('name', '!=', keptName).execute()
  await forgetCounts(database)
}

type AccountRow = Selectable<Tables['account']>
/** The account that a sample is about to close, as it was before. */
let closing: AccountRow | null = null

async function accountBehind(client: Client): Promise<AccountRow> {
  const { body } = await make(client, calls.validateSession, {})
  return readByLogin(databaseAt(client.origin).read, body.payload.logonId)
}

async function reopenAccount(database: Database): Promise<void> {
  if (closing === null) return
  const { account_id, entitlements, ...columns } = closing
  await database.read.updateTable('account').set(columns).where('account_id', '=', account_id).execute()
  closing = null
}

/** Deletes new addresses that wait for confirmation, and their counts. */
async function forgetEmailChanges(database: Database): Promise<void> {
  await sql`delete from email_change`.execute(database.read)
  await sql`update account set email = 'member01@mail.example' where login_id = 'MEMBER01'`.execute(database.read)
  await forgetCounts(database)
}

/** Starts a new message; returns its id. */
async function beginDraft(client: Client): Promise<string> {
  const clientMessageId = randomUUID()
  await make(client, calls.saveDraft, { body: { clientMessageId, baseVersion: 0, text: 'Begun' } })
  return clientMessageId
}

/** Has the server remember a second browser of the signed-in person; returns its id. */
async function rememberDevice(client: Client): Promise<string> {
  const { secret } = await addAuthenticator(client)
  const other = await beside(client)
  await make(other, calls.secondFactor, { body: { code: appCode(secret), rememberDevice: true } })
  const { body } = await make(client, calls.accountSecurity, {})
  return body.payload.rememberedDevices[0]?.deviceId ?? ''
}

/** Uploads a small file as if for a message of its own, so that no limit is reached; returns its id. */
async function addFile(client: Client): Promise<string> {
  const { body } = await make(client, calls.addAttachment, { query: { clientMessageId: randomUUID() } })
  return body.payload.attachmentId
}

/**
 * Resets everyone's password to that of an account that never changes it, and revives the sessions that a password change ended.
 */
async function forgetPasswordChanges(database: Database): Promise<void> {
  await sql`update account set password_hash = (select password_hash from account where login_id = 'LOCKED01')
    where account_id in (select account_id from password_history)`.execute(database.read)
  await sql`delete from password_history`.execute(database.read)
  await sql`update refresh_token set revoked_at = null
    where session_id in (select session_id from session where ended_reason = 'password-changed')`.execute(database.read)
  await sql`update session set ended_at = null, ended_reason = null where ended_reason = 'password-changed'`.execute(
    database.read,
  )
}

const callAsked = (day: string) => {
  const { brand, zipCode, firstName, lastName } = unregistered
  const body = { brand, zipCode, firstName, lastName, phone: newAccount().phone, leadId: randomUUID() }
  return { body: { ...body, day, bestTime: 'evening' as const } }
}

const leadChange = { version: 1, state: 'reached', note: 'Wants to compare two plans.', followUpOn: null } as const

async function forgetLeadChanges(database: Database): Promise<void> {
  await sql`update lead set version = 1, state = 'new', note = '', agent_account_id = null, follow_up_on = null,
    agency_id = case when brand = 'hmbcbs' then '2001' else agency_id end,
    region = case when brand = 'hmbcbs' then 'WPA' else region end where email like '%@lead.example'`.execute(
    database.read,
  )
}

async function forgetLetters(database: Database): Promise<void> {
  await sql`delete from sent_letter`.execute(database.read)
  await forgetCounts(database)
}

const clientChange = { version: 1, note: 'Wants to hear of dental plans.', followUpOn: null } as const

async function forgetClientChanges(database: Database): Promise<void> {
  await sql`update agency_client set version = 1, note = '', agent_account_id = null, consent_ended_on = null
    where consented_on is not null`.execute(database.read)
}

/** AGENT002's entitlements, plus one. */
const givenTo = {
  before: ['leads' as const, 'clients' as const, 'quote' as const],
  entitlements: ['leads' as const, 'clients' as const, 'quote' as const, 'enroll' as const],
}

async function forgetGiven(database: Database): Promise<void> {
  await sql`update agency_agent set entitlements = ${JSON.stringify(givenTo.before)}
    where account_id = (select account_id from account where login_id = 'AGENT002')`.execute(database.read)
}

/** With plans that are sold where AGENCYADM works. */
const newProposal = () => ({
  proposalId: randomUUID(),
  firstName: 'Wanda',
  lastName: 'Pruitt',
  email: 'wanda@proposal.example',
  agreed: true,
  language: 'en' as const,
  basis: shopBasis(),
  planYear: shopYear(),
  planIds: [dentalPlan],
})

/** Keeps the proposals that were there before the tests, as they were. */
async function forgetProposals(database: Database): Promise<void> {
  await sql`update agency_proposal set version = 1, sends = 0, sent_at = null, opened_at = null, npn = '7712345'`.execute(
    database.read,
  )
  await forgetLetters(database)
}

const buildPreference = (agencyIdPref: string, regionPref: string) => ({
  rememberAgencyRegion: true,
  agencyIdPref,
  regionPref,
  isBrokerAgencyPref: true,
  brokerAgencyPrefLob: 'ACA' as const,
  broker360Agencies: [agencyIdPref],
  broker360ACAAgencies: [],
})

/** Everyone works for the agency they would start with. */
async function forgetAgencyChoices(database: Database): Promise<void> {
  await sql`delete from agency_choice`.execute(database.read)
  await sql`delete from agency_preference`.execute(database.read)
}

/** Any call's sample, whole. */
interface AnySample extends Omit<Sample<Call>, 'right' | 'foreign'> {
  readonly right: (own: Records) => SentTo<Call>
  /** What an attacker would send, if the call names records. */
  readonly foreign?: (own: Records, other: Records) => readonly SentTo<Call>[]
}
/** Every call of the contract with the sample of what it sends. */
export const everyCall = (Object.entries(calls) as [CallName, Call][]).map(([name, call]) => {
  const given = (samples[name] ?? {}) as unknown as Sample<Call>
  const right = (own: Records) => fillRecords(call, given.right?.(own) ?? {}, own)
  const foreign = (own: Records, other: Records) => [
    ...replaceRecords(call, right(own), other),
    ...(given.foreign?.(own, other) ?? []),
  ]
  const sample: AnySample = { ...given, right, ...((given.foreign || namesRecords(call)) && { foreign }) }
  return { name, call, sample }
})
/** Undoes what valid calls did to everyone's sign-in. */
export async function undoChanges(database: Database): Promise<void> {
  for (const undo of new Set(everyCall.map(({ sample }) => sample.undo))) await undo?.(database)
}
/** Makes a call according to its sample, with whatever that requires. */
export async function makeRight(
  client: Client,
  { call, sample }: Pick<(typeof everyCall)[number], 'call' | 'sample'>,
  own: Records,
  headers: Record<string, string | undefined> = {},
): Promise<Answer> {
  const sent = await readySample(client, sample, own)
  return make(client, call, sent, { ...sample.headers, ...headers })
}

/** What a call sends, prepared for the browser that will send it. */
export async function readySample(client: Client, sample: AnySample, own: Records): Promise<SentTo<Call>> {
  return sample.ready ? sample.ready(client) : sample.right(own)
}

/** Keeps the member's ID cards, as a phone does. */
async function keepCard(client: Client): Promise<string> {
  const keptId = randomUUID()
  await make(client, calls.keepCards, { body: { keptId } })
  return keptId
}

/** An id that no account has. */
const noAccount = '0197f7a0-0000-8000-8000-00000000ffff'

/** A signed-in member's records, as the calls themselves return them; the message can be replied to. */
export async function readRecords(client: Client, desk: Desk = ownDesk): Promise<Records> {
  const { body: page } = await make(client, calls.listMessages, { query: { pageSize: '50' } })
  const message = page.payload.messages.find(({ replyAllowed }) => replyAllowed)
  const { body: user } = await make(client, calls.currentUser, {})
  const { body: here } = await make(client, calls.listDevices, {})
  const [covered] = user.payload.clientList
  const { body: info } = await make(client, calls.memberInfo, {})
  const { body: list } = await make(client, calls.listClaims, {})
  const { body: spending } = await make(client, calls.spendingSummary, {})
  const { body: coverage } = await make(client, calls.benefits, {})
  const { body: taken } = await make(client, calls.listMedicines, {})
  const attachment = await addFile(client)
  await make(client, calls.submitAttachments, { body: { attachmentIds: [attachment] } })
  return {
    message: message?.messageId ?? '',
    attachment,
    clientNumber: covered?.clientNumber ?? '',
    groupNumber: covered?.groupList[0]?.groupNumber ?? '',
    memberNumber: info.payload.memberID,
    claim: list.payload.claims.find(({ state }) => state !== 'in-progress')?.claimId ?? '',
    spendingAccount: spending.payload.accounts[0]?.accountId ?? noAccount,
    card: coverage.payload.cards[0]?.cardId ?? '',
    medicine: taken.payload.medicines.find(isOrdered)?.medicineId ?? '',
    ...(await recordsOfPremium(client)),
    session: here.payload.devices.find(({ current }) => current)?.sessionId ?? '',
    passkey: (await addPasskey(client, keptPasskey)).passkeyId,
    device: randomBytes(32).toString('base64url'),
    draft: await beginDraft(client),
    access: await invite(client, keptName),
    person: await findPersonId(client),
    grant: hasDatabaseAt(client.origin) ? await connectApp(client, `app-of-${randomUUID()}`) : randomUUID(),
    ...(await staffRecords(client.origin, desk)),
    ...(await producerRecords(client.origin, desk)),
  }
}

/** Whether the samples' pharmacy dispenses it. */
function isOrdered({
  taken,
  fills,
}: {
  readonly taken: boolean
  readonly fills: readonly { pharmacyName: string | null }[]
}) {
  return taken && fills[0]?.pharmacyName === 'Corner Pharmacy'
}

function buildOrder(medicineId: string) {
  return { orderId: randomUUID(), medicineId, pharmacyName: 'Corner Pharmacy' }
}

/** A notice signed by the tests' pharmacy. */
export function signNotice(notice: object, at = new Date()) {
  const [text, sentAt] = [JSON.stringify(notice), at.toISOString()]
  return { notice: text, sentAt, signature: sign(testPharmacy.PHARMACY_SECRET, sentAt, text) }
}

/** A member's bill and payment. */
async function recordsOfPremium(client: Client) {
  const { accounts, methods } = (await make(client, calls.premiumBills, {})).body.payload
  const [account] = accounts
  return {
    bill: account?.bills[0]?.billId ?? noAccount,
    move: account?.history[0]?.moveId ?? noAccount,
    billingAccount: account?.accountId ?? noAccount,
    payment: account?.payments[0]?.paymentId ?? noAccount,
    method: methods[0]?.methodId ?? noAccount,
  }
}

function actForMember02() {
  return {
    params: { ...store, logonID: 'MEMBER02' },
    body: { reason: 'Asked for help with a claim', ticket: 'T-1001' },
  }
}

/** What turning on automatic payment agrees to, besides how it is paid. */
const agreed = { maxCents: 30_000, first: null }

function newPayment({ billingAccount }: Pick<Records, 'billingAccount'>) {
  return { body: { billingAccountId: billingAccount, amountCents: 100, clientPaymentId: randomUUID() } }
}

/** A payment that is under way; a new one if there is none. */
async function beginPayment(client: Client): Promise<string> {
  const own = await recordsOfPremium(client)
  const begun = await make(client, calls.payPremium, newPayment(own))
  if (begun.status === 201) return begun.body.payload.paymentId
  return own.payment === noAccount ? insertPayment(databaseAt(client.origin), own.billingAccount) : own.payment
}

/** For readers who may see a member's payment but cannot start one. */
async function insertPayment(database: Database, accountId: string): Promise<string> {
  const paymentId = randomUUID()
  await sql`insert into premium_payment (member_id, payment_id, account_id, amount_cents, paid_cents, refunded_cents, state,
      gateway, language, return_to, looks, created_at, changed_at)
    select member_id, ${paymentId}, account_id, 100, 0, 0, 'expired', 'sandbox', 'en', '', 0, now(), now()
    from premium_account where account_id = ${accountId}`.execute(database.read)
  return paymentId
}

/** A saved payment method, as if it had been entered at the gateway. */
async function saveMethod(client: Client): Promise<string> {
  const { billingAccount } = await recordsOfPremium(client)
  const methodId = randomUUID()
  await sql`insert into premium_method (member_id, method_id, state, gateway, gateway_ref, customer_ref, kind, label, last_four,
      language, return_to, looks, created_at, changed_at)
    select member_id, ${methodId}, 'saved', 'sandbox', 'method_of_samples', 'customer', 'card', 'Visa', '4242', 'en', '', 0,
      now(), now() from premium_account where account_id = ${billingAccount}`.execute(databaseAt(client.origin).read)
  return methodId
}

async function dropMethods(database: Database): Promise<unknown> {
  await database.read.deleteFrom('premium_autopay').execute()
  return database.read.deleteFrom('premium_method').execute()
}

/** An account takes only one payment at a time. */
async function dropPayments(database: Database): Promise<unknown> {
  return database.read.deleteFrom('premium_payment').where('paid_cents', '=', 0).execute()
}

/** A child whose information the member may see, or the member themselves if there is none. */
async function findPersonId(client: Client): Promise<string> {
  const { body } = await make(client, calls.listPeople, {})
  return body.payload.held[0]?.personId ?? (await accountBehind(client)).member_id ?? ''
}

/** A rep with conversations. */
interface Desk {
  readonly rep: string
  /** The login ID of an agency's admin, and an agent of it. */
  readonly producer: string
  readonly agent: string
}

const ownDesk: Desk = { rep: 'CSRREP01', producer: 'AGENCYADM', agent: 'AGENT002' }
/** For brands that the first desk's rep and the second one's supervisor do not work for. */
export const otherDesk: Desk = {
  rep: 'CSRREP03',
  producer: 'AGENCYND',
  agent: 'AGENTND1',
}

async function producerRecords(
  origin: string,
  { producer, agent }: Desk,
): Promise<Pick<Records, 'agency' | 'region' | 'agent' | 'lead' | 'client' | 'proposal'>> {
  const client = await signIn(origin, producer)
  const { body } = await make(client, calls.agencyChoices, {})
  const { body: leads } = await make(client, calls.agencyLeads, { query: {} })
  const { body: info } = await make(await signIn(origin, agent), calls.getUserInfo, {})
  const { agencyId: agency = '', region = '' } = body.payload.selected ?? {}
  const { body: book } = await make(client, calls.agencyClients, { query: {} })
  const bookClient = book.payload.clients[0]?.clientId ?? ''
  const lead = leads.payload.leads[0]?.leadId ?? ''
  const proposal = await propose(client, body.payload.selected?.brand ?? '')
  return { agency, region, agent: info.payload.userId, lead, client: bookClient, proposal }
}

/** A proposal for the first plan that their brand sells. */
async function propose(client: Client, brand: string): Promise<string> {
  const basis = { ...shopBasis(), zipCode: brand === 'ndbcbs' ? '58501' : '15222' }
  const planYear = shopYear()
  const { body: quote } = await make(client, calls.shopQuote, { body: { ...basis, brand, planYear } })
  const planIds = quote.payload.plans.slice(0, 1).map(({ planId }) => planId)
  const body = { ...newProposal(), basis, planYear, planIds }
  const made = await make(client, calls.createProposal, { body })
  return made.body.payload.proposalId
}

async function staffRecords(
  origin: string,
  { rep }: Desk,
): Promise<Pick<Records, 'thread' | 'account' | 'request' | 'token' | 'group'>> {
  const client = await signIn(origin, rep)
  const { body: queue } = await make(client, calls.workspaceThreads, {})
  const { body: queues } = await make(client, calls.workspaceQueues, {})
  const brand = rep === otherDesk.rep ? 'ndbcbs' : 'hmbcbs'
  const provider = hasDatabaseAt(origin) ? await addProvider(databaseAt(origin), brand) : undefined
  return {
    thread: queue.payload.threads[0]?.threadId ?? '',
    account: queues.payload.me.accountId,
    request: await requestRights(origin, queues.payload.me.accountId),
    token: provider?.tokenId ?? randomUUID(),
    group: provider?.groupId ?? randomUUID(),
  }
}
