import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { agencyEntitlements } from '@portico/rules/agencies/entitlements'
import { sellingLines, trainingKinds } from '@portico/rules/agencies/selling'
import { languages } from '@portico/rules/languages/list'
import { leadKinds, leadStates } from '@portico/rules/leads/lead'
import { bestTimes } from '@portico/rules/messages/best-times'
import { accessScopes } from '@portico/rules/people/access'
import { accessRelationships } from '@portico/rules/people/invitation'
import { ROLES } from '@portico/rules/roles'
import { entitlements } from '@portico/rules/staff/entitlements'
import { workStates } from '@portico/rules/workspace/work'
import * as v from 'valibot'

/** A list that may be left out. */
const optionalList = <const Item extends v.GenericSchema>(item: Item) => v.optional(v.array(item), [])

/** Days that move with the calendar, so that the demo is never out of date. */
const MovingDay = v.nullable(v.picklist(['year-start', 'year-end', 'last-year-start', 'last-year-end']))

const Product = v.object({
  productName: v.string(),
  benefitPlanType: v.string(),
  drugCoverage: v.boolean(),
  isBlueExtraBasic: v.boolean(),
  isBlueExtraPlus: v.boolean(),
  blueEdgeDentalIndv: v.boolean(),
  begin: MovingDay,
  conBegin: MovingDay,
  end: MovingDay,
})

const Group = v.object({
  clientNumber: v.string(),
  clientName: v.string(),
  groupNumber: v.string(),
  groupName: v.string(),
  planName: v.string(),
  medicareIndicator: v.boolean(),
  directPayIndicator: v.nullable(v.boolean()),
  isNDMedicaid: v.boolean(),
  products: v.array(Product),
  claimAndSpending: v.nullable(v.boolean()),
  /** When it took effect. */
  effectuated: v.optional(MovingDay, 'year-start'),
})

const person = {
  loginId: v.string(),
  brand: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  phone: v.optional(v.string()),
  state: v.optional(v.string()),
  zipCode: v.optional(v.string()),
  county: v.optional(v.string()),
}

const Member = v.object({
  ...person,
  dateOfBirth: v.string(),
  address: v.string(),
  city: v.string(),
  memberNumber: v.string(),
  /** Others on the contract. */
  family: optionalList(
    v.object({
      firstName: v.string(),
      lastName: v.string(),
      dateOfBirth: v.string(),
      relationshipCode: v.picklist(['01', '05']),
      memberNumber: v.string(),
      chip: v.optional(v.boolean(), false),
      /** Whether the plan's data has their coverage; always true for children in the plan for children. */
      covered: v.optional(v.boolean(), false),
      /** Whether the demo's record has claims for them. */
      hasClaims: v.optional(v.boolean(), false),
      conversations: optionalList(v.string()),
      /** Only for people with an account of their own. */
      loginId: v.optional(v.string()),
      email: v.optional(v.string()),
    }),
  ),
  groups: v.array(Group),
  hasClaims: v.optional(v.boolean(), false),
  conversations: v.array(v.string()),
  securityStrengthEnforcement: v.optional(v.picklist(['NONE', 'FORCED']), 'NONE'),
  temporaryPassword: v.optional(v.boolean(), false),
  locked: v.optional(v.boolean(), false),
  chip: v.optional(v.boolean(), false),
  /** Only for children in the plan for children. */
  guardian: v.optional(
    v.object({ firstName: v.string(), lastName: v.string(), dateOfBirth: v.string(), email: v.string() }),
  ),
  directoryOutOfStep: v.optional(v.boolean(), false),
  accountBrand: v.optional(v.string()),
  preferredStore: v.optional(v.string()),
  market: v.optional(v.string()),
})

const Account = v.object({
  ...person,
  role: v.picklist(ROLES),
  actorType: v.string(),
  demoOfBrand: v.optional(v.string()),
  employee: v.optional(v.boolean(), false),
  npn: v.optional(v.string()),
  entitlements: optionalList(v.picklist(entitlements)),
  /** Codes of the brands whose members a member of staff serves; ALL for every brand. */
  worksFor: optionalList(v.string()),
  ffmId: v.optional(v.string()),
  agencies: optionalList(
    v.object({ agencyId: v.string(), region: v.string(), entitlements: v.array(v.picklist(agencyEntitlements)) }),
  ),
  /** Their credentials; the brand is their own. */
  appointments: optionalList(
    v.object({ state: v.string(), line: v.picklist(sellingLines), endsInDays: v.nullable(v.number()) }),
  ),
  trainings: optionalList(
    v.object({
      kind: v.picklist(trainingKinds),
      name: v.string(),
      line: v.picklist(sellingLines),
      completedDaysAgo: v.nullable(v.number()),
      endsInDays: v.nullable(v.number()),
    }),
  ),
})

/** The people with access to a member's information, by login IDs (RG-3). */
const Access = v.object({
  of: v.string(),
  to: v.string(),
  relationship: v.picklist(accessRelationships),
  scopes: v.array(v.picklist(accessScopes)),
})

const People = v.object({
  note: v.string(),
  members: v.array(Member),
  accounts: v.array(Account),
  access: v.array(Access),
})

/** The agencies and agents who sell plans. */
const Agency = v.object({
  agencyId: v.string(),
  name: v.string(),
  phone: v.nullable(v.string()),
  entitlements: v.array(v.picklist(agencyEntitlements)),
  regions: v.array(
    v.object({ region: v.string(), name: v.string(), state: v.nullable(v.string()), brand: v.string() }),
  ),
})

/** Someone who wants to hear about plans; the agent is a login ID. */
const Lead = v.object({
  brand: v.string(),
  kind: v.picklist(leadKinds),
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  phone: v.string(),
  zipCode: v.string(),
  county: v.string(),
  segment: v.nullable(v.string()),
  language: v.picklist(languages),
  hoursAgo: v.number(),
  dueInHours: v.number(),
  state: v.picklist(leadStates),
  note: v.string(),
  callInDays: v.optional(v.number()),
  bestTime: v.optional(v.picklist(bestTimes)),
  agencyId: v.optional(v.string()),
  region: v.optional(v.string()),
  agent: v.optional(v.string()),
  followUpInDays: v.optional(v.number()),
})

/** A member as client of an agency; both people are given by login ID. No day: they do not let the agency see their data. */
const Client = v.object({
  loginId: v.string(),
  agencyId: v.string(),
  region: v.string(),
  agent: v.nullable(v.string()),
  consentedDaysAgo: v.nullable(v.number()),
  followUpInDays: v.nullable(v.number()),
  note: v.string(),
})

const Agencies = v.object({
  note: v.string(),
  agencies: v.array(Agency),
  leads: v.array(Lead),
  clients: v.array(Client),
})

const Conversation = v.object({
  categoryId: v.string(),
  subCategoryId: v.string(),
  subject: v.string(),
  replyBlockedReason: v.nullable(v.picklist(['thread-closed', 'notice', 'too-old'])),
  messages: v.array(
    v.object({
      daysAgo: v.number(),
      /** Hour of the day, Eastern standard time. */
      hour: v.number(),
      from: v.picklist(['plan', 'member']),
      author: v.optional(v.string()),
      text: v.string(),
      read: v.optional(v.boolean(), true),
    }),
  ),
})

const writtenHoursAgo = { hoursAgo: v.number(), text: v.string() }

/** People without a login who wait for customer service, and the canned replies of staff. */
const Desk = v.object({
  note: v.string(),
  /** How many messages each brand gets on a usual working day. */
  busy: v.record(v.string(), v.number()),
  /** The brand is a shared code or ALL. */
  cannedReplies: v.array(
    v.object({ brand: v.string(), language: v.picklist(languages), title: v.string(), text: v.string() }),
  ),
  people: v.array(
    v.object({
      brand: v.string(),
      firstName: v.string(),
      lastName: v.string(),
      dateOfBirth: v.string(),
      memberNumber: v.string(),
      clientNumber: v.string(),
      clientName: v.string(),
      groupNumber: v.string(),
      groupName: v.string(),
      planName: v.string(),
      medicaid: v.optional(v.boolean(), false),
      conversations: v.array(
        v.object({
          categoryId: v.string(),
          subCategoryId: v.string(),
          subject: v.string(),
          language: v.optional(v.picklist(languages), 'en'),
          state: v.optional(v.picklist(workStates), 'open'),
          /** Login ID. */
          assignee: v.optional(v.string()),
          /** Written by the member if no author from the plan is named. */
          messages: v.array(v.object({ ...writtenHoursAgo, author: v.optional(v.string()) })),
          notes: optionalList(v.object({ ...writtenHoursAgo, author: v.string() })),
        }),
      ),
    }),
  ),
})

export type DemoDesk = v.InferOutput<typeof Desk>
export type DemoMember = v.InferOutput<typeof Member>
export type DemoGroup = v.InferOutput<typeof Group>
export type DemoAccount = v.InferOutput<typeof Account>
export type DemoSelling = v.InferOutput<typeof Agencies>
export type DemoAccess = v.InferOutput<typeof Access>
export type DemoConversation = v.InferOutput<typeof Conversation>

export interface DemoData {
  readonly members: readonly DemoMember[]
  readonly accounts: readonly DemoAccount[]
  readonly access: readonly DemoAccess[]
  /** Agencies, and the people that they sell to. */
  readonly selling: DemoSelling
  readonly conversations: Readonly<Record<string, DemoConversation>>
  readonly desk: DemoDesk
}

/** Reads `demo/`; throws if a file has the wrong shape. */
export function readDemoData(demoDir: string): DemoData {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(demoDir, name), 'utf8'))
  const { members, accounts, access } = v.parse(People, read('people.json'))
  return {
    members,
    accounts,
    access,
    selling: v.parse(Agencies, read('agencies.json')),
    conversations: v.parse(v.record(v.string(), Conversation), read('conversations.json')),
    desk: v.parse(Desk, read('desk.json')),
  }
}
