import { randomUUID } from 'node:crypto'
import type { Call, SentTo } from '@portico/contract/call'
import { type CallName, calls } from '@portico/contract/calls'
import { make } from './call.ts'
import { basic, type Client } from './client.ts'

/** Records of one member that calls name by id. */
export interface Records {
  readonly messageId: string
  readonly clientNumber: string
  readonly groupNumber: string
}

/** Input fields that name a record of somebody; whatever takes one is tried with a second member's. */
export const recordFields = [
  'messageId',
  'messageIds',
  'inReplyTo',
  'attachmentIds',
  'clientNumber',
  'groupNumber',
] as const
type RecordField = (typeof recordFields)[number]

/** Input fields that name no record: texts, choices, credentials, ids that the caller makes up. */
export const plainFields = [
  ...['zipCode', 'segment', 'region', 'brand', 'storeID', 'application', 'date'],
  ...['userId', 'password', 'nickName', 'phone', 'address', 'city', 'ratingInfo'],
  ...['grant_type', 'username', 'scope', 'client_id', 'client_secret', 'refresh_token', 'access_token'],
  ...['page', 'pageSize', 'sort', 'order', 'folder', 'read'],
  ...['clientMessageId', 'categoryId', 'subCategoryId', 'subject', 'text', 'phoneNumber', 'bestTime'],
]

type KeysOf<S> = S extends object ? (S extends readonly unknown[] ? never : keyof S) : never
type FieldsOf<S> = S extends { body?: infer B } ? KeysOf<B> : never
type ParamsFieldsOf<S> = S extends { params?: infer P } ? KeysOf<P> : never
type QueryFieldsOf<S> = S extends { query?: infer Q } ? KeysOf<Q> : never
type RecordFieldsOf<C extends Call> = Extract<
  FieldsOf<SentTo<C>> | ParamsFieldsOf<SentTo<C>> | QueryFieldsOf<SentTo<C>>,
  RecordField
>

/** What a right call sends; where it names records, also what a thief would send. A call without a sample does not compile. */
type Sample<C extends Call> = {
  readonly right: (own: Records) => SentTo<C>
  readonly headers?: Record<string, string>
} & ([RecordFieldsOf<C>] extends [never]
  ? Record<never, never>
  : { readonly foreign: (own: Records, other: Records) => readonly SentTo<C>[] })

const store = { storeID: '10151' } as const
const asMember = { authorization: basic('MEMBER01', 'Welcome1!') }
const passwordGrant = {
  grant_type: 'password',
  username: 'MEMBER01',
  password: 'Welcome1!',
  client_id: 'portico-test',
}
const newMessage = () => ({
  clientMessageId: randomUUID(),
  categoryId: 'claims',
  subCategoryId: 'claim-status',
  subject: 'A question',
  text: 'How is my claim?',
})
const groupsOf = (own: Records, other: Records) => [
  { clientNumber: other.clientNumber, groupNumber: other.groupNumber },
  { clientNumber: own.clientNumber, groupNumber: other.groupNumber },
  { clientNumber: other.clientNumber, groupNumber: own.groupNumber },
]

const samples: { readonly [Name in CallName]: Sample<(typeof calls)[Name]> } = {
  brandOfZip: { right: () => ({ query: { zipCode: '15222' } }) },
  countiesOfZip: { right: () => ({ body: { zipCode: '15222' } }) },
  ddTokenOfRegion: { right: () => ({ query: { region: 'ND' } }) },
  login: { right: () => ({ body: { brand: 'hmbcbs' } }), headers: asMember },
  userLogin: { right: () => ({ body: { userId: 'MEMBER01', password: 'Welcome1!' } }) },
  ltpaLogin: { right: () => ({ params: store }), headers: asMember },
  logout: { right: () => ({}) },
  ltpaLogout: { right: () => ({ params: { storeID: '10152' } }) },
  validateSession: { right: () => ({}) },
  getUserInfo: { right: () => ({}) },
  updateProfile: { right: () => ({ params: store, body: { nickName: 'May' } }) },
  getRatingInfo: { right: () => ({ params: store }) },
  putRatingInfo: {
    right: () => ({ params: store, body: { ratingInfo: [{ storeId: '10151', brand: 'hmbcbs' }] } }),
  },
  memberToken: { right: () => ({ body: passwordGrant }) },
  producerToken: { right: () => ({ body: passwordGrant }) },
  currentUser: { right: () => ({}) },
  vendorDetails: {
    right: ({ clientNumber, groupNumber }) => ({ query: { clientNumber, groupNumber, date: '20261231' } }),
    foreign: (own, other) => groupsOf(own, other).map((group) => ({ query: { ...group, date: '20261231' } })),
  },
  overview: { right: () => ({}) },
  selectGroup: {
    right: ({ clientNumber, groupNumber }) => ({ body: { clientNumber, groupNumber } }),
    foreign: (own, other) => groupsOf(own, other).map((group) => ({ body: group })),
  },
  publicConfig: { right: () => ({ params: { application: 'MEMBER', brand: 'ALL' } }) },
  secureConfig: { right: () => ({ params: { application: 'MEMBER', brand: 'ALL' } }) },
  listMessages: { right: () => ({}) },
  openMessage: {
    right: ({ messageId }) => ({ params: { messageId } }),
    foreign: (_own, { messageId }) => [{ params: { messageId } }],
  },
  countUnread: { right: () => ({}) },
  messageCategories: { right: () => ({}) },
  addMessage: {
    right: () => ({ body: newMessage() }),
    foreign: (_own, { messageId }) => [
      { body: { clientMessageId: randomUUID(), text: 'Me too', inReplyTo: messageId } },
      { body: { ...newMessage(), inReplyTo: messageId } },
    ],
  },
  setReadFlag: {
    right: ({ messageId }) => ({ body: { messageIds: [messageId], read: true } }),
    foreign: (own, other) => [
      { body: { messageIds: [other.messageId], read: true } },
      { body: { messageIds: [own.messageId, other.messageId], read: true } },
      { body: { messageIds: [other.messageId], read: false } },
    ],
  },
}

interface AnySample {
  readonly right: (own: Records) => SentTo<Call>
  readonly headers?: Record<string, string>
  readonly foreign?: (own: Records, other: Records) => readonly SentTo<Call>[]
}
/** Every call of the contract with what it sends. */
export const everyCall = (Object.entries(calls) as [CallName, Call][]).map(([name, call]) => ({
  name,
  call,
  sample: samples[name] as unknown as AnySample,
}))
/** The records of a signed-in member, as the calls themselves tell them; the message can be replied to. */
export async function recordsOf(client: Client): Promise<Records> {
  const { body: page } = await make(client, calls.listMessages, { query: { pageSize: '50' } })
  const message = page.payload.messages.find(({ replyAllowed }) => replyAllowed)
  const { body: user } = await make(client, calls.currentUser, {})
  const [covered] = user.payload.clientList
  return {
    messageId: message?.messageId ?? '',
    clientNumber: covered?.clientNumber ?? '',
    groupNumber: covered?.groupList[0]?.groupNumber ?? '',
  }
}
