import { standings } from '@portico/rules/coverage/standing'
import * as v from 'valibot'
import { asking, changing, defineCall } from '../call.ts'
import { Day, GroupKey, Moment } from '../fields.ts'
import { ClaimRow } from './claims.ts'
import { Balance, IdCardFacts } from './coverage.ts'

const members = { by: 'session', roles: ['MEMBER'] } as const

/** Calendar day `yyyymmdd`, as the sources write coverage dates. */
const CompactDay = v.pipe(v.string(), v.regex(/^\d{8}$/))

const Product = v.object({
  productName: v.string(),
  isBlueExtraBasic: v.boolean(),
  isBlueExtraPlus: v.boolean(),
  blueEdgeDentalIndv: v.boolean(),
  coverageBeginDate: v.nullable(CompactDay),
  coverageConBeginDate: v.nullable(CompactDay),
  coverageEndDate: v.nullable(CompactDay),
  benefitPlanType: v.string(),
  drugCoverage: v.boolean(),
})

const Group = v.object({
  groupNumber: v.string(),
  groupName: v.string(),
  medicareIndicator: v.boolean(),
  directPayIndicator: v.nullable(v.boolean()),
  isNDMedicaid: v.boolean(),
  productList: v.array(Product),
})

/** HD-6: the plan's brand and the member's coverage. */
export const CurrentUser = v.object({
  brand: v.string(),
  clientList: v.array(v.object({ clientNumber: v.string(), clientName: v.string(), groupList: v.array(Group) })),
})

export const currentUser = defineCall({
  method: 'GET',
  path: '/rbsmbl/x-services/userInfo/currentUser',
  summary: 'The brand, clients, groups and products of the signed-in member (HD-6).',
  audience: members,
  ...asking,
  whileViewing: 'coverage',
  payload: CurrentUser,
  errors: [],
})

export const vendorDetails = defineCall({
  method: 'GET',
  path: '/rbsmbl/x-services/secure/spendingAccount/vendordetails',
  summary: 'Whether claims and spending are shown together for a client and group of the member (HD-4).',
  audience: members,
  appid: true,
  changes: false,
  audit: { action: 'vendor-details.read', record: 'group' },
  whileViewing: 'coverage',
  query: v.object({ ...GroupKey, date: v.pipe(v.string(), v.regex(/^\d{8}$/)) }),
  payload: v.object({ claimAndSpending: v.boolean() }),
  status: 200,
  errors: ['NOT-FOUND'],
})

/** Money is in whole US cents everywhere, so that nothing is rounded twice. */
const Cents = v.pipe(v.number(), v.integer())

/** What the landing page shows, for the selected group (MP-1). */
export const Overview = v.object({
  firstName: v.string(),
  lastName: v.string(),
  memberNumber: v.string(),
  groupNumber: v.string(),
  groupName: v.string(),
  planName: v.string(),
  coverageBegin: v.nullable(Day),
  coverageEnd: v.nullable(Day),
  /** The same status as on the coverage page. */
  standing: v.picklist(standings),
  coverageKinds: v.array(v.picklist(['medical', 'drug', 'dental', 'vision'])),
  rx: v.nullable(v.object({ bin: v.string(), pcn: v.string(), group: v.string() })),
  ...v.pick(IdCardFacts, ['copays', 'limits', 'emergency']).entries,
  accumulators: v.array(Balance),
  /** Whether the plan has stated its limits: with none stated, the plan has none. */
  limitsTold: v.boolean(),
  recentClaims: v.array(ClaimRow),
  /** Whether a child's claims may be among them: each then says whose it is. */
  claimsShared: v.boolean(),
  nextPayment: v.nullable(
    v.object({
      dueDate: Day,
      amountCents: Cents,
      /** The overdue part of it. */
      overdueCents: Cents,
      autoPay: v.boolean(),
      /** The last day to pay and keep the coverage, today or later; null: nothing is late, or the day is not known. */
      graceLastDay: v.nullable(Day),
    }),
  ),
  unreadCount: v.number(),
  newestMessages: v.array(
    v.object({ messageId: v.string(), subject: v.string(), from: v.string(), sentAt: Moment, read: v.boolean() }),
  ),
})

export const overview = defineCall({
  method: 'GET',
  path: '/rbsmbl/x-services/member/v1/overview',
  summary: 'The landing page of the signed-in member, for the group chosen by cookie (MP-1).',
  audience: members,
  ...asking,
  whileViewing: 'coverage',
  payload: Overview,
  errors: ['NOT-FOUND'],
})

export const selectGroup = defineCall({
  method: 'PUT',
  path: '/rbsmbl/x-services/member/v1/selectedGroup',
  summary: 'Chooses the client and group that the pages are about (HD-6); sets their cookies.',
  audience: members,
  ...changing,
  audit: { action: 'group.select', record: 'group' },
  whileSimulating: 'allowed',
  whileViewing: 'coverage',
  body: v.object(GroupKey),
  payload: v.object({ clientNumber: v.string(), groupNumber: v.string() }),
  errors: ['NOT-FOUND'],
})

/** HT-4: the member with their coverage, and the people on the contract they may see. */
export const MemberInfo = v.object({
  memberID: v.string(),
  brand: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  dateOfBirth: Day,
  /** 01 Spouse, 05 Dependent, 18 and 20 Subscriber. */
  relationshipCode: v.string(),
  /** For the selected group; null for a member without coverage. */
  coverage: v.nullable(
    v.object({
      clientNumber: v.string(),
      clientName: v.string(),
      groupNumber: v.string(),
      groupName: v.string(),
      planName: v.string(),
    }),
  ),
  /** People other than the member. */
  familyMembers: v.array(v.object({ firstName: v.string(), lastName: v.string(), relationshipCode: v.string() })),
})

export const memberInfo = defineCall({
  method: 'GET',
  path: '/rbsmbl/x-services/member/v3/memberInfo',
  summary: 'The signed-in member, the coverage of the selected group and the family on the contract (HT-4).',
  audience: members,
  appid: true,
  changes: false,
  audit: { action: 'member-info.read', record: 'member' },
  whileViewing: 'coverage',
  payload: MemberInfo,
  status: 200,
  errors: ['NOT-FOUND'],
})

export const coverageEffectuation = defineCall({
  method: 'GET',
  path: '/rbsmbl/x-services/secure/nps/member/coverage/effectuation',
  summary: 'Whether each coverage of the member is in effect, and since when (HT-4).',
  audience: members,
  ...asking,
  audit: { action: 'effectuation.read', record: 'member' },
  whileViewing: 'coverage',
  payload: v.object({
    coverages: v.array(
      v.object({
        clientNumber: v.string(),
        groupNumber: v.string(),
        effectuated: v.boolean(),
        /** May be in the future; null: not known yet. */
        effectuationDate: v.nullable(Day),
      }),
    ),
  }),
  errors: [],
})
