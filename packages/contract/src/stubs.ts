import { monthsChart } from '@portico/rules/spending/chart'
import type * as v from 'valibot'
import { type CallName, calls } from './calls.ts'
import { baseMessage, type ErrorEnvelope, wrap } from './envelope.ts'
import { stubPath, stubRefusals } from './stub-path.ts'

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

const finderEntry = {
  providerId: '1548294473',
  place: '5f0c2a11',
  npi: '1548294473',
  kind: 'facility',
  name: 'Riverside Pediatric Clinic',
  credential: null,
  specialties: [{ id: 'pediatrics', name: 'Pediatrics (children)' }],
  address: '100 Sample Ave',
  city: 'Pittsburgh',
  state: 'PA',
  zip: '15222',
  lat: 40.44,
  lon: -79.99,
  exact: true,
  phone: '412-555-0100',
  website: null,
  hours: null,
  gender: null,
  languages: ['es'],
  accepting: true,
  telehealth: null,
  wheelchair: true,
  saturday: null,
  affiliations: [],
  rating: null,
  networks: [{ networkId: 'keystone', name: 'Keystone Choice', accepting: true, primaryCare: true }],
  verifiedOn: '2026-11-01',
  verified: true,
  corrected: [],
  miles: 0.4,
} satisfies Stubs['readProvider']['entries'][number]

const memberFinder = {
  zip: '15222',
  networks: [{ networkId: 'keystone', name: 'Keystone Choice' }],
  saved: [{ providerId: finderEntry.providerId, name: finderEntry.name }],
  primaryCare: null,
  reports: [],
} satisfies Stubs['memberFinder']

const directoryWork = {
  reports: [],
  ...{ open: 0, overdue: 0, settled: 4, right: 1, entries: 3379, verified: 1100 },
} satisfies Stubs['directoryReports']

const claimRow = {
  claimId: '0197f7a0-0000-8000-8000-00000000000d',
  claimNumber: 'C260000101',
  serviceDate: '2026-11-09',
  providerName: 'Pittsburgh Family Clinic',
  category: 'office',
  state: 'paid',
  billedCents: 18_000,
  allowedCents: 12_000,
  planPaidCents: 9_500,
  youOweCents: 2_500,
  patient: { memberId, firstName: 'Mayte', lastName: 'Escobar' },
} as const

const claimReference = {
  claimId: claimRow.claimId,
  claimNumber: claimRow.claimNumber,
  providerName: claimRow.providerName,
  serviceDate: claimRow.serviceDate,
  appeal: false,
}

const sentForm = {
  messageId: messageIds[0],
  kind: 'claim',
  title: 'Send us a claim',
  receipt: 'F-7QK2-M9XD',
  sentAt,
  state: 'received',
  dueAt: replyBy,
  changedAt: sentAt,
} as const

const memberGoals = {
  goals: [
    { goal: 'move' as const, perWeek: 3, since: '2026-11-02', done: 1, streak: 2, best: 2, days: ['2026-11-17'] },
  ],
  today: '2026-11-22',
}

const claimFigures = {
  billedCents: 18_000,
  allowedCents: 12_000,
  discountCents: 6_000,
  planPaidCents: 9_500,
  otherPaidCents: null,
  deductibleCents: 0,
  copayCents: 2_500,
  coinsuranceCents: 0,
  notCoveredCents: 0,
  youOweCents: 2_500,
  unexplainedCents: 0,
  addsUp: true,
}

const claimDetail = {
  claimId: claimRow.claimId,
  claimNumber: claimRow.claimNumber,
  category: claimRow.category,
  state: claimRow.state,
  providerName: claimRow.providerName,
  patient: claimRow.patient,
  type: 'professional',
  serviceFrom: claimRow.serviceDate,
  serviceTo: claimRow.serviceDate,
  facilityName: null,
  network: 'in',
  payee: 'provider',
  own: true,
  figures: claimFigures,
  reasons: [],
  notes: [],
  others: [],
  lines: [
    {
      line: 1,
      serviceDate: claimRow.serviceDate,
      code: 'OV',
      description: 'Office visit',
      quantity: 1,
      denied: false,
      figures: claimFigures,
      reasons: [],
      notes: [],
      others: [],
    },
  ],
  events: [
    { kind: 'service', day: claimRow.serviceDate },
    { kind: 'decided', day: '2026-11-16', after: 2_500 },
  ],
  effects: [{ kind: 'out-of-pocket', network: 'in', beforeCents: 84_000, afterCents: 86_500, limitCents: 400_000 }],
  replaces: null,
  replacedBy: null,
  appealBy: null,
  appeal: null,
  asOf: sentAt,
} satisfies Stubs['openClaim']

const claimPage = {
  claims: [claimRow],
  total: 1,
  totals: { billedCents: 18_000, planPaidCents: 9_500, youOweCents: 2_500, unknown: 0 },
  people: [claimRow.patient],
  providers: [claimRow.providerName],
  asOf: sentAt,
} satisfies Stubs['listClaims']

const spendingAccount = {
  accountId: '0197f7a0-0000-8000-8000-0000000000a1',
  accountType: 'HSA',
  planYear: 2026,
  ending: '0718',
} as const

const spendingTransaction = {
  transactionId: '0197f7a0-0000-8000-8000-0000000000b1',
  accountId: spendingAccount.accountId,
  date: '2026-11-12',
  kind: 'card',
  state: 'posted',
  amountCents: -2_500,
  paidBy: null,
  person: claimRow.patient,
  payee: claimRow.providerName,
  note: null,
  claim: { claimId: claimRow.claimId, claimNumber: claimRow.claimNumber },
  withheld: false,
} satisfies Stubs['listTransactions']['transactions'][number]

const spendingMoved = { inCents: 0, outCents: -2_500, count: 1 }

const premiumPaymentMade = {
  paymentId: '0197f7a0-0000-8000-8000-0000000000c4',
  accountId: '0197f7a0-0000-8000-8000-0000000000c1',
  state: 'succeeded',
  amountCents: 21_240,
  paidCents: 21_240,
  refundedCents: 0,
  url: null,
  at: sentAt,
  settledAt: sentAt,
  sandbox: true,
  automatic: false,
} satisfies Stubs['premiumPayment']

const keptMethod = {
  methodId: '0197f7a0-0000-8000-8000-0000000000c5',
  state: 'saved',
  kind: 'card',
  label: 'Visa',
  lastFour: '4242',
  url: null,
} satisfies Stubs['premiumMethod']

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
  attachmentCount: 1,
  replyAllowed: true,
  replyBlockedReason: null,
  excerpt: 'We looked at your claim and it has been paid today.',
  restorableUntil: null,
} satisfies Stubs['listMessages']['messages'][number]

const attachment = {
  attachmentId: messageIds[1],
  name: 'Explanation.png',
  size: 70,
  type: 'image/png',
  status: 'clean',
} satisfies Stubs['openMessage']['attachments'][number]

/** The smallest picture. */
const attachedFile = {
  name: attachment.name,
  type: attachment.type,
  base64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
} satisfies Stubs['openAttachment']

const unsentFiles = {
  attachments: [],
  limits: { count: 5, fileBytes: 10_485_760, totalBytes: 26_214_400, kinds: ['pdf', 'png', 'jpg', 'gif', 'txt'] },
} satisfies Stubs['listAttachments']

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
    restorableUntil: null,
  },
] satisfies Stubs['listMessages']['messages']

const careCost = {
  service: {
    ...{ type: 'LOCAL', code: 'OV', name: 'Office visit', spoken: 'en', priced: true },
    ...{ description: 'Office visit', parts: [] },
  },
  plan: { name: 'PPO Blue 1500', year: { begins: '2029-01-01', ends: '2029-12-31' } },
  benefit: {
    ...{ service: 'Primary care visit', spoken: 'en', section: 'Visits', sectionSpoken: 'en' },
    ...{ asked: 'doctor checkup', out: null },
    in: {
      ...{ covered: true, copayCents: 2500, coinsurance: null, deductibleApplies: false },
      ...{ limit: null, priorAuthorization: null, words: null },
    },
  },
  balances: [],
  countedAsOf: null,
  pricesOf: '2029-10-01',
  at: '2029-11-01T12:00:00.000Z',
} satisfies Partial<Stubs['careCost']>

const visitSide = {
  ...{ allowedCents: 12800, deductibleCents: 0, copayCents: 2500, coinsuranceCents: 0, notCoveredCents: 0 },
  ...{ aboveCents: 0, planPaysCents: 10300, youPayCents: 2500, capped: false },
}
const cost = {
  ...{ provider: '1000000101', npi: '1000000101', name: 'Main Street Primary Care', basis: 'service', percent: null },
  price: { lowCents: 12800, highCents: 12800 },
  estimate: { known: true, low: visitSide, high: visitSide, atMost: false },
} satisfies NonNullable<Stubs['keepEstimate']['cost']>

const phone = {
  phoneNumber: '1-800-555-0101',
  hours: 'Monday - Friday 8 a.m. - 5 p.m. ET',
  medicaid: false,
} satisfies Stubs['customerServicePhone']

const work = {
  threadId,
  subject: 'Your claim question',
  brand: 'hmbcbs',
  category: 'Claims',
  subCategory: 'A claim was denied',
  memberName: 'Mayte Escobar',
  state: 'open',
  assignee: null,
  waitingSince: sentAt,
  dueAt: replyBy,
  changedAt: sentAt,
} satisfies Stubs['workspaceThreads']['threads'][number]

const cannedReply = {
  replyId: messageIds[0],
  brand: 'ALL',
  language: 'en',
  title: 'Thanks for writing',
  text: 'Hello {firstName}, thank you for writing to us.',
} satisfies Stubs['cannedReplies']['replies'][number]

const settingChange = {
  changeId: '00000000-0000-4000-8000-00000000005e',
  at: sentAt,
  by: 'Ada Minton',
  reason: 'Work on the message center',
}

const setting = {
  key: 'CONTACTUS_MAINTENANCE',
  value: true,
  everywhere: null,
  changed: settingChange,
  brandsWithOwn: [],
} satisfies Stubs['changeSetting']['setting']

const contentKey = { name: 'MBR_CONTACT_US_NO_MESSAGES', brand: 'ALL', language: 'en', qualifiers: {} } as const

const contentVersion = {
  versionId: '00000000-0000-4000-8000-00000000005f',
  value: 'No messages yet',
  note: 'Friendlier',
  at: sentAt,
  by: 'Ada Minton',
  state: 'submitted',
  step: { at: sentAt, by: 'Ada Minton', note: 'Friendlier' },
  showing: null,
  mayApprove: true,
  warnings: [{ code: 'content.warning.language' }],
} satisfies Stubs['contentVersions']['versions'][number]

const contentItem = {
  ...contentKey,
  contentType: null,
  area: 'contact',
  live: { value: 'Your inbox is empty', since: sentAt, edited: false },
  latest: contentVersion,
  editable: true,
} satisfies Stubs['writeContent']['item']

const contentRelease = {
  releaseId: '00000000-0000-4000-8000-000000000060',
  at: sentAt,
  by: 'Noor Whitfield',
  note: 'Spring texts',
  from: sentAt,
  until: null,
  undone: null,
  items: [{ ...contentKey, versionId: contentVersion.versionId }],
  mayUndo: true,
} satisfies Stubs['releaseContent']['release']

const questions = [
  { questionId: 'first-street', text: 'What was the name of the street where you first lived?' },
  { questionId: 'first-job', text: 'In what town was your first job?' },
  { questionId: 'first-dish', text: 'What was the first dish you learned to cook?' },
] satisfies Stubs['securityQuestions']['offered']

const device = { kind: 'computer', browser: 'Chrome', system: 'Windows' } as const

const passkey = {
  passkeyId: messageIds[1],
  name: 'Chrome on Windows',
  createdAt: sentAt,
  lastUsedAt: null,
} satisfies Stubs['addPasskey']

const passkeyRequest = {
  rpId: 'localhost',
  challenge: 'AAAA',
  timeout: 300_000,
  allowCredentials: [],
  userVerification: 'required',
} satisfies Stubs['passkeySignInOptions']

const recoveryCodes = Array.from({ length: 10 }, (_, index) => `AB${index}D-EFGH-JKMN`)

const text = 'We looked at your claim and it has been paid today. Your share is $140.20.'

const profile = {
  logonId: user.logonId,
  firstName: user.firstName,
  lastName: user.lastName,
  nickName: user.nickName,
  phone: user.phone,
  phoneType: 'HOME',
  address: user.address,
  city: user.city,
  state: user.state,
  zipCode: user.zipCode,
  email: user.email1,
  pendingEmail: null,
} satisfies Stubs['consumerProfile']

const people = {
  mayInvite: true,
  given: [
    {
      accessId: messageIds[0],
      name: 'Ramiro Escobar',
      email: 'ramiro@mail.example',
      relationship: 'SPOUSE',
      scopes: ['coverage', 'claims'],
      state: 'active',
      lastDay: null,
      invitedAt: sentAt,
      answerBy: null,
      ends: '2026-12-31',
    },
  ],
  held: [
    {
      personId: messageIds[1],
      accessId: null,
      firstName: 'Ines',
      lastName: 'Escobar',
      scopes: ['coverage'],
      ends: '2026-12-31',
    },
  ],
} satisfies Stubs['listPeople']

const staffPerson = {
  accountId: memberId,
  loginId: 'CSRREP01',
  firstName: 'Carl',
  lastName: 'Repp',
  email: 'csrrep01@mail.example',
  brand: 'hmbcbs',
  kind: 'rep',
  entitlements: ['simulate', 'unlock'],
  brands: ['hmbcbs'],
  state: 'active',
  invitedUntil: null,
  secondFactor: true,
  lastActiveAt: sentAt,
} satisfies Stubs['staffPerson']['person']

const liveSession = {
  sessionId: memberId,
  ...device,
  method: 'password',
  address: '192.0.2.1',
  signedInAt: sentAt,
  lastActiveAt: sentAt,
} satisfies Stubs['staffPerson']['sessions'][number]

const giving = {
  me: { accountId: messageIds[1], brands: null, alone: false },
  brands: [{ code: 'hmbcbs', name: 'Blue Plan West' }],
}

const memberAccount = {
  accountId: memberId,
  loginId: 'MEMBER01',
  name: 'Mayte Escobar',
  brand: 'hmbcbs',
  role: 'MEMBER',
  memberNumber: '12345678900',
  email: 'member01@mail.example',
} satisfies Stubs['findAccounts']['accounts'][number]

const replyValues = {
  firstName: 'Mayte',
  lastName: 'Escobar',
  brandName: 'Blue Plan West',
  phone: '1-800-555-0101',
  hours: 'Monday - Friday',
  subject: 'Your claim question',
  repName: 'Carl',
}

/**
 * The canned answer of every call (EN-4): stub mode serves them, and a call without one does not compile. They tell of
 * one made-up member, whom the stub agent sees too.
 */
const stubAgency = {
  agencyId: '2001',
  agencyName: 'Three Rivers Benefits',
  region: 'WPA',
  regionName: 'Western Pennsylvania',
  state: 'PA',
  brand: 'hmbcbs',
  brandName: 'Blue Plan West',
  entitlements: ['leads', 'clients', 'quote', 'enroll', 'manage'],
} satisfies Stubs['agencyChoices']['choices'][number]

const stubLead = {
  leadId: messageIds[0],
  kind: 'call',
  state: 'new',
  brand: 'hmbcbs',
  brandName: 'Blue Plan West',
  segment: null,
  language: 'en',
  firstName: 'Wanda',
  lastName: 'Pruitt',
  phone: '(412) 555-0188',
  email: null,
  zipCode: '15222',
  county: 'Allegheny County',
  planName: 'Keyline Gold 1500, 2027',
  callOn: '2030-01-02',
  bestTime: 'morning',
  askedAt: sentAt,
  dueAt: replyBy,
  followUpOn: null,
  note: '',
  version: 1,
  agency: { agencyId: '2001', region: 'WPA', name: 'Three Rivers Benefits' },
  agent: null,
} satisfies Stubs['changeAgencyLead']

const stubClient = {
  clientId: messageIds[0],
  firstName: 'Mayte',
  lastName: 'Escobar',
  phone: '555-609-6292',
  email: null,
  plans: ['PPO Blue 1500'],
  coverageEnds: '2026-12-31',
  consentedOn: '2026-01-05',
  followUpOn: null,
  note: '',
  version: 1,
  agent: null,
} satisfies Stubs['changeAgencyClient']

const agencyConsents = {
  agencies: [
    {
      agencyId: '2001',
      region: 'WPA',
      name: 'Three Rivers Benefits',
      regionName: 'Western Pennsylvania',
      phone: '412-555-0171',
      agent: 'Ari Gentry',
      consentedOn: '2026-01-05',
    },
  ],
} satisfies Stubs['agencyConsents']

const agencyChoices = {
  choices: [stubAgency],
  selected: stubAgency,
  chosenBy: 'only',
  preference: {
    rememberAgencyRegion: false,
    agencyIdPref: null,
    regionPref: null,
    isBrokerAgencyPref: false,
    brokerAgencyPrefLob: null,
    broker360Agencies: [],
    broker360ACAAgencies: [],
  },
} satisfies Stubs['agencyChoices']
const stubPerson = { memberId: '01890000-0000-7000-8000-000000000001', firstName: 'Mayte', lastName: 'Escobar' }

const stubDrug = {
  drugId: '1',
  name: 'Januvia',
  ingredient: 'Sitagliptin Phosphate',
  strength: '100 MG',
  form: 'Tablet',
  isBrand: true,
  tier: 'preferred',
  tierName: 'PREFERRED-BRAND',
} as const

const stubOrder = {
  orderId: '01890000-0000-7000-8000-0000000000b1',
  medicineId: '01890000-0000-7000-8000-0000000000a1',
  person: stubPerson,
  drug: 'Metformin 500 mg tablets',
  kind: 'refill',
  receipt: 'RX-4KT9-22MD',
  pharmacyName: 'Corner Pharmacy',
  pharmacyAddress: '12 Main Street, Hershey, PA 17033',
  state: 'accepted',
  unconfirmed: false,
  reason: null,
  requestedAt: sentAt,
  sentAt,
  changedAt: sentAt,
} as const

const ownDeductible = {
  kind: 'deductible',
  network: 'in',
  holder: 'person',
  usedCents: 86_000,
  limitCents: 150_000,
  basis: 'counted',
  asOf: null,
} as const

const shopCounty = { fips: '42003', name: 'Allegheny County', state: 'PA' }
const shopBasis = {
  market: 'under65',
  zipCode: '15222',
  county: '42003',
  people: [{ age: 40, tobacco: false }],
  income: null,
} satisfies Stubs['openShopping']['basis']
const shopFacts = {
  planId: '90001PA0010004',
  name: 'Keyline Silver 5500',
  line: 'medical',
  metal: 'silver',
  networkType: 'HMO',
  hsa: false,
  deductibleCents: 550_000,
  deductibleFamilyCents: 1_100_000,
  outOfPocketCents: 920_000,
  outOfPocketFamilyCents: 1_840_000,
  halfStars: null,
} as const
const stubShare = { covered: true, copayCents: 4_000, per: 'visit', coinsurance: null, afterDeductible: false } as const
const stubCart = {
  items: [
    {
      planId: shopFacts.planId,
      planYear: 2027,
      name: shopFacts.name,
      line: 'medical',
      premiumCents: 35_419,
      basis: shopBasis,
      addedAt: sentAt,
    },
  ],
} satisfies Stubs['cartAdd']
const stubApplication = {
  applicationNumber: '123456789012',
  state: 'pending',
  planId: shopFacts.planId,
  planName: shopFacts.name,
  planYear: 2027,
  starts: '2027-01-01',
  firstPremiumCents: 35_419,
  payBy: '2027-01-16',
  events: [{ state: 'pending', at: sentAt }],
  people: [{ firstName: 'Mayte', relation: 'self' }],
  pays: 'sandbox',
  payment: null,
} satisfies Stubs['preEffectuation']

const stubPlan = { planId: shopFacts.planId, name: shopFacts.name, line: 'medical', premiumCents: 35_419 } as const
const stubProposal = {
  proposalId: messageIds[0],
  firstName: 'Wanda',
  lastName: 'Pruitt',
  email: 'wanda.pruitt@mail.example',
  language: 'en',
  market: 'under65',
  planYear: 2027,
  plans: [stubPlan],
  state: 'opened',
  createdAt: sentAt,
  sentAt,
  openedAt: sentAt,
  expiresAt: '2027-01-20T14:12:00.000Z',
  agent: { agentId: messageIds[0], name: 'Stub Agent', own: true },
  applications: [],
} satisfies Stubs['agencyProposals']['proposals'][number]
const stubAgents = {
  agents: [
    {
      ...{ agentId: messageIds[0], name: 'Stub Agent', npn: '8812345', own: true },
      entitlements: ['leads', 'clients', 'quote', 'enroll', 'manage'],
      ...{ clients: 1, leads: 1, proposals: 3, applications: 1 },
    },
  ],
  agency: ['leads', 'clients', 'quote', 'enroll', 'manage'],
} satisfies Stubs['agencyAgents']
const stubProposalDetail = {
  ...stubProposal,
  ...{ basis: shopBasis, npn: '8812345', version: 1, sendsLeft: 2, missing: [] },
} satisfies Stubs['agencyProposal']

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
  keepAlive: { expiresAt: '2099-01-01T00:00:00.000Z' },
  getSessionValue: { value: null },
  setSessionValue: { value: null },
  getUserInfo: user,
  updatePerson: user,
  agencyChoices,
  chooseAgency: agencyChoices,
  updateAgencyPreference: agencyChoices,
  partyAppointmentsAndCourses: {
    name: 'Ari Gentry',
    npnNo: '8812345',
    ffmId: null,
    appointments: [
      {
        appointmentId: messageIds[0],
        brand: 'hmbcbs',
        state: 'PA',
        line: 'ma',
        begins: '2026-01-01',
        ends: '2026-12-31',
      },
    ],
    courses: [
      {
        trainingId: messageIds[1],
        name: 'Medicare plans and rules',
        line: 'ma',
        planYear: 2027,
        completedOn: '2026-09-01',
        ends: null,
      },
    ],
    certifications: [],
    selling: { state: 'PA', lines: [{ line: 'ma', missing: ['certification'] }] },
  },
  consumerProfile: profile,
  updateProfile: profile,
  changeEmail: { ...profile, pendingEmail: { email: 'new01@mail.example', expiresAt: '2030-01-01T00:00:00.000Z' } },
  withdrawEmail: profile,
  confirmEmail: { confirmedAt: sentAt },
  closeAccount: { closedAt: sentAt },
  exportData: { name: 'my-data.json', type: 'application/json', base64: 'e30=' },
  listPeople: people,
  invitePerson: people,
  sendInvitationAgain: people,
  changeAccess: people,
  endAccess: people,
  openInvitation: { firstName: 'Mayte', scopes: ['coverage', 'claims'], lastDay: null },
  answerInvitation: people,
  startViewing: signIn,
  getRatingInfo: { ratingInfo: [] },
  putRatingInfo: { ratingInfo: [] },
  memberToken: token,
  producerToken: token,
  memberTokenDev: token,
  producerTokenDev: token,
  revokeMemberToken: {},
  revokeProducerToken: {},
  revokeMemberTokenDev: {},
  revokeProducerTokenDev: {},
  revokeToken: {},
  sessionCookies: { signedIn: true },
  passwordStrength: { minLength: 8, upper: true, lower: true, digit: true, special: true, history: 5 },
  changePassword: { changedAt: sentAt },
  searchStaff: {
    people: [staffPerson],
    next: null,
    requests: [
      {
        requestId: messageIds[0],
        kind: 'rights',
        loginId: 'CSRREP01',
        name: 'Carl Repp',
        entitlements: ['audit'],
        brands: [],
        askedBy: 'ADMIN002',
        askedAt: sentAt,
        expiresAt: replyBy,
        own: false,
      },
    ],
    ...giving,
  },
  staffPerson: { person: staffPerson, sessions: [liveSession], ...giving },
  inviteStaff: { outcome: 'done' },
  changeStaffRights: { outcome: 'waiting' },
  endStaff: { ended: true },
  resetStaffSecondFactor: { outcome: 'waiting' },
  decideStaffRequest: { outcome: 'confirmed' },
  findAccounts: { accounts: [memberAccount] },
  openAccountRecord: {
    account: memberAccount,
    lockedSince: null,
    guesses: { failures: 1, lockedUntil: null, closed: false },
    secondFactor: false,
    passwordDue: false,
    passwordChangedAt: sentAt,
    sessions: [liveSession],
    failures: [{ at: sentAt, why: 'wrong-password', address: '192.0.2.1' }],
  },
  lockMemberAccount: { lockedSince: sentAt },
  endAccountSessions: { ended: 1 },
  endAccountSession: { ended: 1 },
  sendAccountLink: { sent: true },
  searchAudit: {
    events: [
      {
        eventId: messageIds[0],
        at: sentAt,
        by: 'CSRREP01',
        as: null,
        memberNumber: '12345678900',
        action: 'workspace.read',
        recordType: 'thread',
        recordId: threadId,
        outcome: 'done',
        address: '192.0.2.1',
        requestId: messageIds[1],
        times: null,
        seq: 1,
      },
    ],
    next: null,
  },
  exportAudit: { name: 'audit-log.csv', type: 'text/csv', base64: '' },
  verifyAudit: { verifiedTo: 1, verifiedAt: sentAt, ended: true, brokenAt: null, waiting: 0, waitingSince: null },
  whatRuns: {
    now: sentAt,
    version: '0.1.0',
    instances: [
      {
        instanceId: messageIds[0],
        host: 'portal-1',
        pid: 100,
        version: '0.1.0',
        startedAt: sentAt,
        seenAt: sentAt,
        streams: 1,
        stale: false,
        own: true,
      },
    ],
    database: {
      engine: 'postgres',
      version: '15.18',
      bytes: 20_000_000,
      migration: '0029-administration',
      connections: { open: 1, idle: 1, waiting: 0 },
    },
    outbox: { waiting: 0, dead: 0, oldest: null, stale: false },
    scans: { waiting: 0, oldest: null, stale: false },
    sealing: { waiting: 0, oldest: null, stale: false },
    payments: { waiting: 0, oldest: null, stale: false, checked: null },
    imports: [],
  },
  unlockAccount: { logonId: 'MEMBER01' },
  unlockGuardian: { memberId: '123456789' },
  registrationQuestions: { offered: questions },
  registrationProfile: { counties: [{ fips: '42003', name: 'Allegheny County', state: 'PA' }], otherBrand: null },
  matchCoverage: { matched: true, guardianNeeded: false },
  requestGuardianPin: { accepted: true },
  verifyGuardian: { guardianProof: 'a-proof' },
  requestSignInPin: { accepted: true },
  verifySignInGuardian: { logonId: 'MEMBER01' },
  registerMember: { accepted: true },
  createProspect: { accepted: true },
  saveRegistration: { accepted: true },
  resumeRegistration: {
    savedId: '01a201ca-0000-7000-8000-000000000000',
    values: {
      userType: 'MREG',
      zipCode: '15222',
      county: '',
      relationship: 'SELF',
      memberId: '123456789',
      firstName: 'Odell',
      lastName: 'Brekke',
      dateOfBirth: '04/18/1971',
      email: 'odell@mail.example',
      emailRepeat: 'odell@mail.example',
      phone: '5555550142',
      phoneType: 'CELL',
      logonId: 'ODELL71',
      stay: '',
      callMe: '',
    },
  },
  confirmRegistration: { logonId: 'MEMBER01' },
  sendEmail: { queued: true },
  agencyClients: { clients: [stubClient], agents: null },
  changeAgencyClient: stubClient,
  handOverClients: { handedOver: 1 },
  agencyConsents,
  changeAgencyConsent: agencyConsents,
  callTimes: { days: ['2030-01-02', '2030-01-03'] },
  requestCall: { dueAt: replyBy },
  staffLeads: { leads: [stubLead], next: null, agencies: [] },
  changeStaffLead: stubLead,
  agencyAgents: stubAgents,
  changeAgentEntitlements: stubAgents,
  agencyFigures: {
    months: [{ month: '2026-11', leads: 4, sent: 3, opened: 2, applications: 1, inEffect: 1 }],
  },
  agencyProposals: { proposals: [stubProposal], next: null },
  agencyProposal: stubProposalDetail,
  createProposal: stubProposalDetail,
  sendProposal: stubProposalDetail,
  updateProposalNpn: stubProposalDetail,
  openProposal: {
    ...{ firstName: 'Wanda', agentName: 'Stub Agent', npn: '8812345', mayApply: true },
    ...{ agencyName: 'Three Rivers Benefits', agencyPhone: '1-800-555-0133' },
    ...{ market: 'under65', planYear: 2027, basis: shopBasis, plans: [stubPlan] },
    ...{ madeOn: '2026-11-20', until: '2027-01-20' },
  },
  agencyLeads: { leads: [stubLead], next: null },
  changeAgencyLead: stubLead,
  createLead: { accepted: true },
  forgottenUsername: { accepted: true },
  forgottenPassword: { accepted: true },
  recoveryQuestions: { questions: questions.slice(0, 2) },
  answerQuestions: { ticket: 'stub' },
  usernameQuestions: { questions: questions.slice(0, 2) },
  answerForUsername: { logonId: 'MEMBER01' },
  checkRecoveryTicket: { logonId: 'MEMBER01' },
  resetPassword: { changedAt: sentAt },
  securityQuestions: { offered: questions, chosen: [], setAt: null },
  setSecurityQuestions: { setAt: sentAt },
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
    accumulators: [ownDeductible],
    recentClaims: [claimRow],
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
  benefits: {
    plans: [
      {
        ...{ kind: 'medical', planName: 'PPO Blue 1500', clientName: 'Keystone Household' },
        ...{ groupNumber: '1005512', groupName: 'Individual and family', coversDrugs: true, standing: 'active' },
        ...{ begins: '2026-01-01', ends: '2026-12-31', effectuatedOn: '2026-01-01' },
        covered: [
          {
            ...{ firstName: 'Mayte', lastName: 'Escobar', relationship: 'self' },
            ...{ begins: '2026-01-01', ends: '2026-12-31' },
          },
        ],
        year: { begins: '2026-01-01', ends: '2026-12-31' },
        familyRules: { deductible: 'embedded', 'out-of-pocket': 'embedded' },
        people: [{ firstName: 'Mayte', own: true, balances: [ownDeductible] }],
        family: null,
        countedAsOf: sentAt,
        benefits: [
          {
            ...{
              service: 'Urgent care',
              spoken: 'en',
              section: 'Visits',
              sectionSpoken: 'en',
              asked: 'walk-in clinic',
            },
            in: {
              ...{ covered: true, copayCents: 6000, coinsurance: null, deductibleApplies: false },
              ...{ limit: null, priorAuthorization: null, words: null },
            },
            out: null,
          },
        ],
        documents: [],
        loadedAt: sentAt,
      },
    ],
    cards: [],
    otherInsurance: [],
  },
  idCardFile: { name: 'id-card.pdf', type: 'application/pdf', base64: '' },
  listClaims: claimPage,
  searchClaims: claimPage,
  openClaim: claimDetail,
  claimEob: { name: 'explanation-of-benefits.pdf', type: 'application/pdf', base64: '' },
  exportClaims: { name: 'claims.csv', type: 'text/csv', base64: '' },
  selectGroup: { clientNumber: '1000', groupNumber: '1005512' },
  orderMedicine: { order: stubOrder, repeated: false },
  pharmacyNotice: { known: true },
  searchFormulary: { known: true, planName: 'PPO Blue 1500', drugs: [stubDrug], nearest: [] },
  coveredDrug: {
    drug: stubDrug,
    priorAuthorization: false,
    stepTherapy: true,
    quantityLimit: null,
    costs: [
      { pharmacy: 'retail', days: 30, cents: 4500, atMost: false },
      { pharmacy: 'mail', days: 90, cents: null, atMost: false },
    ],
    pharmacies: [],
    alternatives: [
      {
        drug: { ...stubDrug, drugId: '2', name: 'Sitagliptin', isBrand: false, tier: 'generic', tierName: 'GENERIC' },
        cents: 1000,
        atMost: true,
      },
    ],
    sameClass: [],
    asOf: sentAt,
  },
  findServices: { services: [{ type: 'LOCAL', code: 'OV', name: 'Office visit', spoken: 'en', priced: true }] },
  careCost: {
    ...careCost,
    benefits: [{ section: 'Visits', service: 'Primary care visit' }],
    providers: [{ ...cost, at: null }],
    ...{ map: null, place: null, more: false },
  },
  keepEstimate: { estimateId: '01890000-0000-7000-8000-0000000000c0', ...careCost, network: 'in', cost },
  keptEstimates: {
    estimates: [{ estimateId: '01890000-0000-7000-8000-0000000000c0', ...careCost, network: 'in', cost }],
  },
  listMedicines: {
    mayOrder: true,
    orders: [stubOrder],
    people: [stubPerson],
    medicines: [
      {
        medicineId: '01890000-0000-7000-8000-0000000000a1',
        person: stubPerson,
        name: 'Metformin 500 mg tablets',
        taken: true,
        isOwn: false,
        dose: 'Take 1 tablet by mouth in the morning with food.',
        dosing: null,
        prescriber: 'Nora Whitfield, MD',
        writtenOn: '2029-06-01',
        endsOn: '2030-06-01',
        daysLeft: 62,
        lastDay: '2030-03-03',
        daysSupply: 90,
        refillsLeft: 2,
        refillsAllowed: 3,
        next: 'refill',
        fills: [
          {
            day: '2029-12-04',
            daysSupply: 90,
            quantity: 90,
            quantityUnit: 'tablet',
            pharmacyName: 'Corner Pharmacy',
            pharmacyAddress: '12 Main Street, Hershey, PA 17033',
            youCents: 1000,
            planCents: 920,
            isOpen: false,
            claimId: null,
          },
        ],
      },
    ],
    authorizations: [
      {
        person: stubPerson,
        number: 'PA-20291',
        service: 'Sitagliptin 100 mg tablets',
        state: 'approved',
        requestedOn: '2029-09-01',
        decidedOn: '2029-09-03',
        begins: '2029-09-03',
        ends: '2030-09-02',
        provider: 'Nora Whitfield, MD',
        note: null,
      },
    ],
    asOf: sentAt,
  },
  findProviders: {
    state: 'found',
    understood: [{ id: 'pediatrics', name: 'Pediatrics (children)' }],
    place: 'Pittsburgh, PA 15222',
    center: { lat: 40.44, lon: -79.99 },
    entries: [finderEntry],
    ...{ total: 1, more: false, page: 1, widen: [] },
    map: {
      ...{ width: 640, height: 480, counties: '', states: '' },
      towns: [{ name: 'Pittsburgh', x: 320, y: 240 }],
      ring: { x: 320, y: 240, r: 224, miles: 25 },
      pins: [{ x: 330, y: 236, count: 1, numbers: [1], lat: 40.44, lon: -79.99 }],
      area: { west: -80.5, south: 40, east: -79.5, north: 41, x: -80, y: -90, width: 800, height: 660 },
    },
    known: {
      ...{ gender: true, accepting: true, telehealth: false, wheelchair: true, saturday: false },
      ...{ languages: ['es'], hospitals: [], networks: memberFinder.networks },
    },
    loadedAt: '2026-11-18T02:00:00.000Z',
  },
  suggestProviders: {
    specialties: [{ id: 'pediatrics', name: 'Pediatrics (children)' }],
    providers: [{ providerId: finderEntry.providerId, name: finderEntry.name, city: 'Pittsburgh', state: 'PA' }],
  },
  readProvider: { entries: [finderEntry] },
  mapsScript: { url: 'https://maps.example/maps.js' },
  storesNear: { stores: [{ ...finderEntry, kind: 'pharmacy', specialties: [{ id: 'pharmacy', name: 'Pharmacy' }] }] },
  printProviders: { name: 'providers.pdf', type: 'application/pdf', base64: '' },
  memberFinder,
  saveProvider: memberFinder,
  choosePrimaryCare: memberFinder,
  recordShown: { shown: [] },
  reportProvider: { dueOn: '2026-11-20' },
  sendSavedProviders: { sent: true },
  directoryReports: directoryWork,
  settleReport: directoryWork,
  memberInfo: {
    memberID: '12345678900',
    brand: 'hmbcbs',
    firstName: 'Mayte',
    lastName: 'Escobar',
    dateOfBirth: '1965-09-12',
    relationshipCode: '18',
    coverage: {
      clientNumber: '1000',
      clientName: 'Keystone Household',
      groupNumber: '1005512',
      groupName: 'Individual and family',
      planName: 'PPO Blue 1500',
    },
    familyMembers: [{ firstName: 'Ramiro', lastName: 'Escobar', relationshipCode: '01' }],
  },
  coverageEffectuation: {
    coverages: [{ clientNumber: '1000', groupNumber: '1005512', effectuated: true, effectuationDate: '2026-01-01' }],
  },
  accountList: {
    accounts: [
      {
        accountId: spendingAccount.accountId,
        accountNumber: 'HSA-40718',
        accountType: 'HSA',
        planYear: 2026,
        beginDate: '2026-01-01',
        endDate: null,
        annualCents: null,
        contributedCents: 210_000,
        spentCents: 68_240,
        balanceCents: 141_760,
      },
    ],
  },
  spendingSummary: {
    state: 'loaded',
    year: 2026,
    years: [2026],
    accounts: [
      {
        ...spendingAccount,
        holder: claimRow.patient,
        vendorName: null,
        open: true,
        beginDate: '2026-01-01',
        endDate: null,
        coverageLevel: 'family',
        balanceCents: 141_760,
        asOf: '2026-11-20',
        electionCents: null,
        employeeCents: 180_000,
        employerCents: 30_000,
        spentCents: 68_240,
        carryOverCents: null,
        countedCents: 210_000,
        limit: {
          known: true,
          cents: 975_000,
          catchUpCents: 100_000,
          source: { name: 'Rev. Proc. 2025-19', published: '2025-05-01' },
        },
        deadline: { stage: 'never' },
      },
    ],
    claims: [
      {
        claimId: claimRow.claimId,
        providerName: claimRow.providerName,
        serviceDate: claimRow.serviceDate,
        category: claimRow.category,
        patient: claimRow.patient,
        youOweCents: claimRow.youOweCents,
        paidCents: 0,
        accounts: [{ accountId: spendingAccount.accountId, answer: 'yes', reason: 'covered' }],
      },
    ],
    moreClaims: 0,
  },
  claimPayable: {
    accounts: [{ ...spendingAccount, answer: 'yes', reason: 'covered', balanceCents: 141_760 }],
    paidCents: 0,
  },
  listTransactions: {
    transactions: [spendingTransaction],
    total: 1,
    totals: { inCents: 0, outCents: -2_500, waitingCents: 0 },
    people: [claimRow.patient],
    accounts: [spendingAccount],
  },
  exportTransactions: { name: 'spending.csv', type: 'text/csv', base64: '' },
  spendingYear: {
    year: 2026,
    years: [2026],
    total: spendingMoved,
    months: Array.from({ length: 12 }, (_, at) => ({
      month: at + 1,
      ...(at === 10 ? spendingMoved : { inCents: 0, outCents: 0, count: 0 }),
    })),
    kinds: [{ ...spendingMoved, kind: 'card' }],
    people: [{ ...spendingMoved, person: claimRow.patient }],
    paidIn: { employeeCents: 0, employerCents: 0, otherCents: 0 },
    chart: monthsChart([{ month: 11, ...spendingMoved }]),
  },
  exportYear: { name: 'spending-2026.csv', type: 'text/csv', base64: '' },
  premiumBills: {
    state: 'loaded',
    why: null,
    accounts: [
      {
        accountId: '0197f7a0-0000-8000-8000-0000000000c1',
        ending: '4471',
        planName: 'PPO Blue 1500',
        open: true,
        balanceCents: 21_240,
        asOf: '2026-11-20',
        paidHereCents: 0,
        takesPayments: false,
        sandbox: false,
        dueOn: '2026-12-01',
        overdueCents: 0,
        paidThrough: '2026-11-30',
        autoPay: false,
        autopay: null,
        taxCredit: false,
        graceDays: 31,
        endRule: 'paid-through',
        grace: { stage: 'none' },
        bills: [
          {
            billId: '0197f7a0-0000-8000-8000-0000000000c2',
            billNumber: 'B-2612',
            issuedOn: '2026-11-11',
            dueOn: '2026-12-01',
            periodFrom: '2026-12-01',
            periodTo: '2026-12-31',
            amountCents: 21_240,
            openCents: 21_240,
            state: 'open',
            lines: [{ kind: 'premium', amountCents: 21_240, person: 'Mayte', note: null }],
            addsUp: true,
          },
        ],
        moreBills: false,
        history: [
          {
            moveId: '0197f7a0-0000-8000-8000-0000000000c3',
            date: '2026-10-29',
            kind: 'payment',
            way: 'card',
            amountCents: 21_240,
            note: null,
          },
        ],
        moreHistory: false,
        payments: [],
      },
    ],
    methods: [],
  },
  premiumBillFile: { name: 'premium-bill.pdf', type: 'application/pdf', base64: '' },
  payPremium: premiumPaymentMade,
  premiumPayment: premiumPaymentMade,
  cancelPremiumPayment: premiumPaymentMade,
  keepMethod: keptMethod,
  premiumMethod: keptMethod,
  removeMethod: { ...keptMethod, state: 'removed', kind: null, label: null, lastFour: null },
  setAutopay: { on: true },
  endAutopay: { on: false },
  premiumReceipt: { name: 'premium-receipt.pdf', type: 'application/pdf', base64: '' },
  contentInfo: { contentResponse: [{ name: 'MBR_ADDITIONAL_LANGUAGES_LINK_TEXT', value: 'All Languages' }] },
  explainContent: { matched: null },
  languageContent: {
    menuVisibleLanguageIds: ['es'],
    menuVisibleLanguageIdsND: ['es'],
    menuVisibleLanguageIdsWY: ['es'],
    phoneNumbers: { phone: '1-800-555-0101', medicaid: null, tty: '711' },
    languages: [
      {
        titleHTMLUnicode: 'Español',
        titleHTMLLang: 'es',
        messageHTMLUnicode: 'ATENCIÓN: Si habla español, llame al {phone} (TTY: {tty}).',
        languageIds: ['es'],
      },
    ],
  },
  nonDiscrimination: {
    language: 'en',
    text: '## Discrimination is against the law\n\n{entity} follows civil rights laws.',
  },
  companySite: {
    section: 'home',
    title: 'Good care, from the rivers to the lake.',
    description: 'Health plans from Blue Plan West.',
    lead: 'Health plans for you and your family.',
    parts: [{ title: 'Find a plan', text: 'See plans and prices.', leadsTo: 'plans' }],
    news: [],
    links: { home: '/highmark.example/chmcom/', cce: '/highmark.example/chmcce/', wts: '/highmark.example/chmwts/' },
  },
  needHelp: {
    menuItemContent: 'Need help',
    needHelpContent: [],
    needHelpContentNoBrand: 'We are glad to help.',
    contactUsSection: 'Write to customer service',
    contactUsBTS: 'Contact us',
    findStoreSection: 'Find a doctor or a hospital',
    requestACallSection: 'Ask us to call you',
    liveChatSection: 'Chat with us in business hours',
    newHelpJson: { needHelpOptions: [] },
  },
  tooltips: {
    TOOLTIP_DEDUCTIBLE: { iconType: 'help', description: 'What you pay each year before your plan begins to pay.' },
  },
  siteSearch: {
    results: [
      {
        kind: 'answer',
        title: 'Getting a new ID card',
        text: 'Your card is on your home page; we mail you another one when you ask us.',
        url: '/mbr/#!/landing',
        lang: null,
        score: 27,
      },
    ],
  },
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
    attachments: [attachment],
    thread: [
      {
        messageId: messageIds[0],
        direction: 'to-member',
        from: 'Dana, Customer Service',
        onBehalf: false,
        sentAt,
        read: false,
        text,
        attachments: [attachment],
      },
    ],
    earlier: null,
    claims: [claimReference],
    draft: null,
    expectedReplyBy: replyBy,
  },
  countUnread: { unreadCount: 1 },
  notificationChoices: {
    email: 'member01@mail.example',
    newMessage: true,
    formAnswered: true,
    orderNews: true,
    billDue: true,
    paymentMade: true,
    accountEnding: true,
    refillSoon: true,
    language: 'en',
  },
  changeNotificationChoices: {
    email: 'member01@mail.example',
    newMessage: false,
    formAnswered: true,
    orderNews: true,
    billDue: true,
    paymentMade: true,
    accountEnding: true,
    refillSoon: true,
    language: 'en',
  },
  mailEvents: {
    unreadCount: 1,
    totals: { inbox: 2, sent: 0, deleted: 0 },
    threads: { inbox: 2, sent: 0, deleted: 0 },
    newestMessageId: messageIds[0],
    draftsVersion: '0',
  },
  messageCategories: {
    categories: [
      {
        categoryId: 'claims',
        label: 'Claims',
        subCategories: [{ subCategoryId: 'claim-status', label: 'Status of a claim' }],
      },
    ],
    expectedReplyBy: replyBy,
  },
  addMessage: {
    ...{ messageId: messageIds[0], threadId, sentAt, expectedReplyBy: replyBy, repeated: false, differs: false },
    ...{ from: 'Mayte Escobar', onBehalf: false, attachments: [], appealAnswerBy: null },
  },
  setReadFlag: { updated: 1, unreadCount: 0 },
  setDeleteFlag: { updated: 1, unreadCount: 0 },
  searchMessages: {
    messages: [
      {
        ...claimMessage,
        folder: 'inbox',
        markedSubject: [
          { text: 'Your ', hit: false },
          { text: 'claim', hit: true },
          { text: ' question', hit: false },
        ],
        markedExcerpt: [{ text: claimMessage.excerpt, hit: false }],
      },
    ],
    alike: false,
    next: null,
  },
  customerServicePhone: phone,
  retrieveAccountSettings: phone,
  wellness: {
    care: [
      {
        ...{ id: 'flu', kind: 'shot', title: 'Flu shot', about: 'Once each fall.', state: 'no-claim' },
        ...{ last: null, next: null, ifApplies: false, sex: null, smoked: false },
        source: { by: 'ACIP', grade: null, url: 'https://www.cdc.gov/', date: '2025-10-07' },
      },
    ],
    checked: '2026-11-22',
    claimsAsOf: sentAt,
    ...memberGoals,
    assessment: null,
    programs: [{ id: 'quit', title: 'Quit smoking', about: 'A coach calls you.' }],
    rewards: [],
  },
  saveAssessment: { assessment: { answers: { sleep: 'enough' }, tips: [], savedAt: sentAt } },
  deleteAssessment: { assessment: null },
  setGoal: memberGoals,
  markGoal: memberGoals,
  endGoal: { goals: [], today: '2026-11-22' },
  formLibrary: {
    items: [
      {
        ...{ id: 'claim', type: 'form', subject: 'claims', languages: ['en', 'es'], language: 'en' },
        ...{ title: 'Send us a claim', about: 'Use this form when you got a bill.' },
      },
    ],
  },
  openGuide: {
    ...{ id: 'two-plans', type: 'guide', subject: 'coverage', languages: ['en', 'es'], language: 'en' },
    ...{ title: 'When two plans cover you', about: 'How plans decide who pays first.', updated: '2026-10-15' },
    parts: [{ heading: 'Your own plan comes first', text: 'The plan of your own job pays first.' }],
  },
  openForm: {
    form: {
      ...{ kind: 'claim', title: 'Send us a claim', about: 'Use this form when you got a bill.', need: 'The bill.' },
      ...{ filesHint: 'Add the bill.', filesRequired: true, statement: 'What I say here is true.' },
      steps: [
        {
          title: 'The care',
          fields: [
            {
              ...{ name: 'provider', type: 'text', required: true, max: 200, past: false, coming: false },
              ...{ showIf: null, options: [], label: 'Name of the doctor', hint: null },
            },
          ],
        },
      ],
      ...{ memberName: 'Mayte Rivera', today: '2026-11-22', expectedReplyBy: sentAt },
    },
    draft: null,
  },
  blankForm: { name: 'form-claim.pdf', type: 'application/pdf', base64: '' },
  saveForm: { draftId: messageIds[1], version: 1, savedAt: sentAt },
  discardForm: { discarded: true },
  sendForm: { ...sentForm, repeated: false, differs: false },
  sentForms: { forms: [sentForm], begun: [] },
  formDocument: { name: 'form-F-7QK2-M9XD.pdf', type: 'application/pdf', base64: '' },
  workspaceForm: { name: 'form-F-7QK2-M9XD.pdf', type: 'application/pdf', base64: '' },
  listDrafts: { drafts: [] },
  openDraft: {
    draftId: messageIds[1],
    threadId: null,
    inReplyTo: null,
    categoryId: 'claims',
    subCategoryId: 'claim-status',
    subject: 'My claim',
    text: 'Has my claim been paid?',
    phoneNumber: '',
    bestTime: 'any',
    attachmentIds: [],
    claimId: null,
    appeal: false,
    version: 1,
    savedAt: sentAt,
  },
  saveDraft: { draftId: messageIds[1], version: 1, savedAt: sentAt },
  discardDraft: { discarded: true },
  addAttachment: attachment,
  listAttachments: unsentFiles,
  removeAttachment: { removed: true },
  submitAttachments: { submitted: [attachment.attachmentId] },
  openAttachment: attachedFile,
  downloadAttachment: attachedFile,
  startSimulation: { ...signIn, HMCSRProxyToken: 'stub' },
  workspaceQueues: {
    me: { accountId: memberId, name: 'Carl Repp', supervisor: false },
    brands: [{ code: 'hmbcbs', name: 'Blue Plan West' }],
    categories: [{ categoryId: 'claims', label: 'Claims' }],
    queues: [{ brand: 'hmbcbs', categoryId: 'claims', age: 'hours', open: 1, mine: 0, unassigned: 1, overdue: 0 }],
    scanner: 'ready',
    settled: [{ brand: 'hmbcbs', categoryId: 'claims', waiting: 0, resolved: 1 }],
  },
  workspaceThreads: { threads: [work], next: null },
  searchThreads: { threads: [{ ...work, excerpt: [{ text: 'claim', hit: true }] }], more: false },
  workspaceClaim: claimDetail,
  workspaceThread: {
    ...work,
    version: 1,
    language: 'en',
    entries: [
      {
        entryId: messageIds[0],
        kind: 'from-member',
        from: 'Mayte Escobar',
        onBehalf: false,
        at: sentAt,
        text: 'The imaging center says my claim was not paid. Is something missing?',
        read: null,
        callBack: null,
        attachments: [attachment],
      },
    ],
    earlier: null,
    member: {
      name: 'Mayte Escobar',
      nickName: null,
      memberNumber: '12345678900',
      dateOfBirth: '1965-09-12',
      groups: [
        {
          groupNumber: '1005512',
          groupName: 'Individual and family',
          clientName: 'Keystone Household',
          planName: 'PPO Blue 1500',
          medicaid: false,
          begins: '2026-01-01',
          ends: '2026-12-31',
        },
      ],
      threads: [],
    },
    claims: [claimReference],
    form: null,
    draft: null,
    colleagues: [],
    writing: {
      values: { en: replyValues, es: { ...replyValues, hours: 'Lunes a viernes' } },
      sender: { en: 'Carl, Customer Service', es: 'Carl, Servicio al Cliente' },
      signature: { en: 'Carl, Customer Service', es: 'Carl, Servicio al Cliente' },
    },
  },
  assignThread: { version: 2 },
  setThreadState: { version: 2 },
  replyToThread: { messageId: messageIds[1], sentAt, version: 2, repeated: false, differs: false },
  addThreadNote: { noteId: messageIds[1], writtenAt: sentAt, repeated: false, differs: false },
  saveThreadDraft: { draftId: messageIds[1], version: 1, savedAt: sentAt },
  discardThreadDraft: { discarded: true },
  noteThreadPresence: { others: [], version: 1 },
  workspaceFigures: {
    days: ['2026-11-18'],
    figures: [{ brand: 'ALL', day: '2026-11-18', received: 1, answered: 1, late: 0, medianMinutes: 90 }],
  },
  addThreadFile: attachment,
  listThreadFiles: unsentFiles,
  removeThreadFile: { removed: true },
  openThreadFile: attachedFile,
  downloadThreadFile: attachedFile,
  cannedReplies: { replies: [cannedReply] },
  contentItems: {
    items: [contentItem],
    released: { [contentKey.name]: 'Your inbox is empty' },
    brands: [{ code: 'HMBCBS', name: 'Blue Plan West' }],
    writes: 'all',
    mayApprove: true,
    writable: ['ALL', 'HMBCBS'],
  },
  contentVersions: { versions: [contentVersion] },
  writeContent: { item: contentItem, repeated: false, differs: false },
  stepContent: { item: contentItem, repeated: false, differs: false },
  releaseContent: { release: contentRelease, repeated: false, differs: false },
  contentReleases: { releases: [contentRelease] },
  undoRelease: { release: contentRelease, repeated: false, differs: false },
  previewContent: { address: '/mbr/', expiresAt: sentAt },
  explainContentFor: {
    candidates: [
      { brand: 'ALL', language: 'en', qualifiers: {}, value: 'Your inbox is empty', edited: false, verdict: 'wins' },
    ],
  },
  settings: {
    settings: [setting],
    editable: true,
    brands: [{ code: 'hmbcbs', name: 'Blue Plan West' }],
    surroundings: { sessionIdleMs: 1_200_000, scriptOrigins: [] },
  },
  changeSetting: { setting, repeated: false, differs: false },
  settingHistory: { changes: [{ ...settingChange, value: true, before: null }] },
  accountSecurity: {
    passwordChangedAt: '2026-03-02T15:20:00.000Z',
    authenticatorSince: null,
    recoveryCodesLeft: 0,
    passkeys: [passkey],
    rememberedDevices: [],
    offered: { passkeys: true, authenticator: true, rememberDevice: true },
  },
  listDevices: {
    devices: [
      {
        sessionId: memberId,
        ...device,
        method: 'password',
        signedInAt: sentAt,
        lastActiveAt: sentAt,
        current: true,
      },
    ],
  },
  endDevice: { ended: 1 },
  endOtherDevices: { ended: 0 },
  accessHistory: {
    events: [
      {
        eventId: messageIds[0],
        at: sentAt,
        kind: 'signed-in',
        person: null,
        reason: null,
        method: 'password',
        device,
        address: '192.0.2.1',
      },
    ],
    next: null,
  },
  beginAuthenticator: {
    secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    address: 'otpauth://totp/Portico:MEMBER01?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Portico',
  },
  confirmAuthenticator: { recoveryCodes },
  removeAuthenticator: { removed: true },
  renewRecoveryCodes: { recoveryCodes },
  forgetDevice: { forgotten: true },
  passkeyRegistration: {
    rp: { id: 'localhost', name: 'Portico' },
    user: { id: 'AAAA', name: 'MEMBER01', displayName: 'Mayte Escobar' },
    challenge: 'AAAA',
    pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
    timeout: 300_000,
    excludeCredentials: [],
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  },
  addPasskey: passkey,
  renamePasskey: passkey,
  removePasskey: { removed: true },
  secondFactor: signIn,
  passkeySignInOptions: passkeyRequest,
  passkeySignIn: signIn,
  stepUpOptions: { password: true, code: false, passkey: null },
  stepUp: { authenticatedAt: sentAt },
  shopQuote: {
    counties: [shopCounty],
    county: shopCounty,
    otherBrand: null,
    years: [2026, 2027],
    planYear: 2027,
    window: { planYear: 2027, begins: '2026-11-01', ends: '2026-12-15', open: true, starts: '2027-01-01' },
    plans: [
      {
        ...shopFacts,
        premiumCents: 35_419,
        unrated: [],
        careCents: { rarely: 19_000, some: 118_000, lot: 920_000 },
      },
      {
        ...shopFacts,
        planId: '90001PA0010007',
        name: 'Keyline Gold 1500',
        metal: 'gold',
        deductibleCents: 150_000,
        outOfPocketCents: 780_000,
        premiumCents: 44_214,
        unrated: [],
        careCents: { rarely: 12_500, some: 84_000, lot: 712_000 },
      },
    ],
    credit: null,
  },
  shopPlan: {
    ...shopFacts,
    planYear: 2027,
    benefits: [
      {
        service: 'primary',
        name: 'Primary Care Visit to Treat an Injury or Illness',
        inNetwork: stubShare,
        outOfNetwork: null,
        limit: null,
        words: null,
      },
    ],
    documents: [{ kind: 'summary', link: 'https://plans.example/hmbcbs/04-summary.pdf' }],
  },
  shopCare: {
    plans: [
      {
        planId: shopFacts.planId,
        doctors: ['in'],
        drugs: [{ standing: 'listed', tier: 'generic', tierName: 'GENERIC' }],
      },
    ],
  },
  shopDrugs: { known: true, drugs: [{ drugId: '861007', name: 'Metformin 500 MG Oral Tablet' }] },
  shopPlanFile: { name: 'plan-summary-2027.pdf', type: 'application/pdf', base64: 'JVBERi0xLjcK' },
  shopComparison: { name: 'compare-plans-2027.pdf', type: 'application/pdf', base64: 'JVBERi0xLjcK' },
  saveShopping: { ticket: 'stub', until: '2027-01-20' },
  openShopping: { basis: shopBasis, planYear: 2027, planIds: ['90001PA0010004', '90001PA0010007'] },
  cartAdd: stubCart,
  cartRemove: { items: [] },
  cartPendingItems: stubCart,
  startEnrollment: { ticket: 'stub', application: stubApplication },
  preEffectuation: stubApplication,
  payFirstPremium: { ...premiumPaymentMade, accountId: null },
}

/** Every canned answer by the address it is served at, just as the service itself would send it. */
export function stubFiles(): ReadonlyMap<string, unknown> {
  const answers = Object.entries(calls).map(([name, call]): [string, unknown] => {
    const payload = stubs[name as CallName]
    return [stubPath(call), 'form' in call ? payload : wrap(payload)]
  })
  const refusals = Object.entries(stubRefusals).map(([loginId, refusal]): [string, unknown] => [
    stubPath(calls.login, loginId),
    refusalOf(refusal),
  ])
  return new Map([...answers, ...refusals])
}

function refusalOf({ code, status, detail }: (typeof stubRefusals)[string]): ErrorEnvelope {
  const codes = [code, ...(detail === undefined ? [] : [detail])]
  return {
    baseMessage: { ...baseMessage, returnCode: String(status), returnCodeDescription: code },
    payload: null,
    errors: codes.map((errorMessage) => ({ errorMessage, errorKey: errorMessage })),
  }
}
