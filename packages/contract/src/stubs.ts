import type * as v from 'valibot'
import { type CallName, calls } from './calls.ts'
import { wrap } from './envelope.ts'
import { stubPath } from './stub-path.ts'

type Stubs = { readonly [Name in CallName]: v.InferOutput<(typeof calls)[Name]['payload']> }

const memberId = '0197f7a0-0000-7000-8000-000000000001'
const threadId = '0197f7a0-0000-7000-8000-00000000000a'
const messageIds = ['0197f7a0-0000-7000-8000-00000000000b', '0197f7a0-0000-7000-8000-00000000000c'] as const
const sentAt = '2026-11-18T14:12:00.000Z'
const replyBy = '2026-11-19T22:00:00.000Z'

const signIn = {
  WCToken: 'stub',
  WCTrustedToken: 'stub',
  HMCSRProxyToken: null,
  contextAttribute: [
    { attributeName: 'UserRole', attributeValue: [{ storeId: '10151', value: ['MEMBER'] }] },
    { attributeName: 'Brand', attributeValue: [{ storeId: '10151', value: ['hmbcbs'] }] },
    { attributeName: 'PreferredStore', attributeValue: [{ storeId: '10151', value: ['10151'] }] },
  ],
  tempPasswordFlag: '0',
  securityStrengthEnforcement: 'NONE',
  shoppingBrand: 'hmbcbs',
  userAlias: 'Mayte',
} satisfies Stubs['login']

const signOut = { logoutInfo: { nextAction: 'default', redirectionUrl: null } } satisfies Stubs['logout']

const user = {
  userId: memberId,
  firstName: 'Mayte',
  lastName: 'Escobar',
  dateOfBirth: '1965-09-12',
  type: { actorType: 'MEMBER', storeId: '10151' },
  ldapLogonId: 'MEMBER01',
  logonId: 'MEMBER01',
  ecid: null,
  challengeQuestion: null,
  email1: 'member01@mail.example',
  address: '141 SAMPLE ST',
  state: 'PA',
  city: 'Pittsburgh',
  zipCode: '15222',
  npnNo: null,
  ffmId: null,
  certifications: [],
  nickName: null,
  isLoggedIn: true,
  temporaryPassword: false,
  storeDefault: { uniqueID: '10151' },
  regions: [],
  agencies: [],
  selectedAgency: null,
  selectedRegion: null,
  rememberAgencyRegion: false,
  agentId: null,
  market: null,
  phone: '555-609-6292',
  phone1: '555-609-6292',
  bus_phone: null,
} satisfies Stubs['getUserInfo']

const token = {
  access_token: 'stub',
  expires_in: 3600,
  scope: 'resource.READ',
  token_type: 'Bearer',
} satisfies Stubs['memberToken']

const claimMessage = {
  messageId: messageIds[0],
  threadId,
  subject: 'Your claim question',
  category: 'Claims',
  subCategory: 'A claim was denied',
  from: 'Dana, Customer Service',
  to: 'Mayte Escobar',
  sentAt,
  read: false,
  attachmentCount: 0,
  replyAllowed: true,
  replyBlockedReason: null,
  excerpt: 'We looked at your claim and it has been paid today.',
} satisfies Stubs['listMessages']['messages'][number]

const rows = [
  claimMessage,
  {
    messageId: messageIds[1],
    threadId,
    subject: 'Plan documents are ready',
    category: 'Benefits and coverage',
    subCategory: 'Is a service covered?',
    from: 'Customer Service',
    to: 'Mayte Escobar',
    sentAt: '2026-11-14T15:00:00.000Z',
    read: true,
    attachmentCount: 0,
    replyAllowed: false,
    replyBlockedReason: 'notice',
    excerpt: 'Your summary of benefits for next year is ready.',
  },
] satisfies Stubs['listMessages']['messages']

const text = 'We looked at your claim and it has been paid today. Your share is $140.20.'

/**
 * The canned answer of every call (EN-4): stub mode serves them, and a call without one does not compile. They tell of
 * one made-up member, whom the stub agent sees too.
 */
export const stubs: Stubs = {
  brandOfZip: { brand: 'hmbcbs', sharedBrandCode: 'HMBCBS', storeID: '10151' },
  countiesOfZip: { counties: [{ fips: '42003', name: 'Allegheny County', state: 'PA' }] },
  ddTokenOfRegion: { ddToken: 'MQ==', brand: 'hmbcbs' },
  login: signIn,
  userLogin: signIn,
  ltpaLogin: signIn,
  logout: signOut,
  ltpaLogout: signOut,
  validateSession: { valid: true, logonId: 'MEMBER01', expiresAt: '2030-01-01T00:00:00.000Z' },
  getUserInfo: user,
  updateProfile: user,
  getRatingInfo: { ratingInfo: [] },
  putRatingInfo: { ratingInfo: [] },
  memberToken: token,
  producerToken: token,
  currentUser: {
    brand: 'hmbcbs',
    clientList: [
      {
        clientNumber: '1000',
        clientName: 'Keystone Household',
        groupList: [
          {
            groupNumber: '1005512',
            groupName: 'Individual and family',
            medicareIndicator: false,
            directPayIndicator: true,
            isNDMedicaid: false,
            productList: [
              {
                productName: 'PPO Blue 1500',
                isBlueExtraBasic: false,
                isBlueExtraPlus: false,
                blueEdgeDentalIndv: false,
                coverageBeginDate: '20260101',
                coverageConBeginDate: null,
                coverageEndDate: '20261231',
                benefitPlanType: 'medical',
                drugCoverage: true,
              },
            ],
          },
        ],
      },
    ],
  },
  vendorDetails: { claimAndSpending: false },
  overview: {
    firstName: 'Mayte',
    lastName: 'Escobar',
    memberNumber: '12345678900',
    groupNumber: '1005512',
    groupName: 'Individual and family',
    planName: 'PPO Blue 1500',
    coverageBegin: '2026-01-01',
    coverageEnd: '2026-12-31',
    coverageKinds: ['medical', 'drug'],
    rx: { bin: '610014', pcn: 'PORTICO', group: 'RX1005' },
    copays: [{ kind: 'primary', cents: 2500 }],
    accumulators: [{ kind: 'deductible', network: 'in', usedCents: 86_000, limitCents: 150_000 }],
    recentClaims: [
      {
        claimId: '260000101',
        serviceDate: '2026-11-09',
        providerName: 'Pittsburgh Family Clinic',
        category: 'office',
        status: 'finished',
        billedCents: 18_000,
        planPaidCents: 15_500,
        youOweCents: 2_500,
      },
    ],
    nextPayment: { dueDate: '2026-12-01', amountCents: 21_240, autoPay: false },
    unreadCount: 1,
    newestMessages: rows.map(({ messageId, subject, from, sentAt: at, read }) => ({
      messageId,
      subject,
      from,
      sentAt: at,
      read,
    })),
  },
  selectGroup: { clientNumber: '1000', groupNumber: '1005512' },
  publicConfig: { configs: [] },
  secureConfig: {
    configs: [
      { key: 'MAINTENANCE', group: 'CLAIMS_AND_SPENDING', booleanValue: false },
      { key: 'SHOW_TO_ALL', group: 'CLAIMS_AND_SPENDING', booleanValue: false },
      { key: 'MBR_SHOW_AVAYA_CHAT', group: 'MEMBER', booleanValue: false },
      { key: 'CONTACTUS_MAINTENANCE', group: 'MESSAGE_CENTER', booleanValue: false },
    ],
  },
  listMessages: { messages: rows, total: rows.length, unreadCount: 1 },
  openMessage: {
    ...claimMessage,
    text,
    attachments: [],
    thread: [
      {
        messageId: messageIds[0],
        direction: 'to-member',
        from: 'Dana, Customer Service',
        sentAt,
        read: false,
        text,
      },
    ],
    expectedReplyBy: replyBy,
  },
  countUnread: { unreadCount: 1 },
  messageCategories: {
    categories: [
      {
        categoryId: 'claims',
        label: 'Claims',
        subCategories: [{ subCategoryId: 'claim-status', label: 'Status of a claim' }],
      },
    ],
  },
  addMessage: { messageId: messageIds[0], threadId, sentAt, expectedReplyBy: replyBy },
  setReadFlag: { updated: 1, unreadCount: 0 },
}

/** Every canned answer by the address it is served at, just as the service itself would send it. */
export function stubFiles(): ReadonlyMap<string, unknown> {
  return new Map(
    Object.entries(calls).map(([name, call]) => {
      const payload = stubs[name as CallName]
      return [stubPath(call), 'form' in call ? payload : wrap(payload)]
    }),
  )
}
