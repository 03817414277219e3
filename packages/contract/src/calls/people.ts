import { accessScopes } from '@portico/rules/people/access'
import { accessRelationships } from '@portico/rules/people/invitation'
import { PERSON_ROLES } from '@portico/rules/roles'
import * as v from 'valibot'
import { asking, changing, defineCall } from '../call.ts'
import { Day, Moment, recordId, ShortText, Uuid } from '../fields.ts'
import { SignInPayload } from './identity.ts'

const root = '/rbsmbl/x-services/account/people'
const persons = { by: 'session', roles: PERSON_ROLES } as const
const members = { by: 'session', roles: ['MEMBER'] } as const

const Scope = v.picklist(accessScopes)
const Scopes = v.array(Scope)
const SentScopes = v.pipe(v.array(Scope), v.maxLength(20))
const AccessParams = v.object({ accessId: recordId('access') })

/** The state of an access: `expired`: not answered in time; `over`: its time ran out; `ended`: someone ended it. */
const AccessState = v.picklist(['invited', 'expired', 'active', 'declined', 'ended', 'over'])

const days = {
  ends: v.nullable(Day),
  /** The last day on which all of these apply; then a child turns 14, and a parent sees less. */
  until: v.nullable(Day),
}

/** The people whose information someone may see. */
export const Held = v.array(
  v.object({
    personId: Uuid,
    /** Null where the plan itself gives the access: to the subscriber, for children. */
    accessId: v.nullable(Uuid),
    firstName: v.string(),
    lastName: v.string(),
    scopes: Scopes,
    ...days,
  }),
)

/** Who may see whose information, and what (RG-3). */
const People = v.object({
  /** Whether the person may let others see their information: members from age 14. */
  mayInvite: v.boolean(),
  /** Who sees the member's information without asking, through the plan itself: the subscriber, while the member is a child. */
  seenBy: v.array(v.object({ firstName: v.string(), lastName: v.string(), scopes: Scopes, ...days })),
  /** The people to whom the member has given access, newest first. */
  given: v.array(
    v.object({
      accessId: Uuid,
      /** The name the member gave; once they have accepted, the name on their account. */
      name: v.string(),
      email: v.string(),
      relationship: v.picklist(accessRelationships),
      scopes: Scopes,
      /** Those of these scopes whose wording includes more today than when the member last decided. */
      toldAgain: Scopes,
      state: AccessState,
      /** As chosen by the member. */
      lastDay: v.nullable(Day),
      invitedAt: Moment,
      /** How long the invitation can be answered; null once it has been. */
      answerBy: v.nullable(Moment),
      /** Last day of the access, whatever the reason; null: not known. */
      ends: v.nullable(Day),
    }),
  ),
  held: Held,
})

export const listPeople = defineCall({
  method: 'GET',
  path: root,
  summary: "Who may see which of the signed-in person's information, and whose information they may see (RG-3).",
  audience: persons,
  ...asking,
  audit: { action: 'people.read' },
  payload: People,
  errors: [],
})

export const invitePerson = defineCall({
  method: 'POST',
  path: root,
  summary:
    'Invites someone by e-mail to see what the member chooses (RG-3); the link works once and for seven days. The answer is the same whether or not the address is known. The member’s own address is FIELD-INVALID with CONFLICT at `email`.',
  audience: members,
  ...changing,
  audit: { action: 'access.invite', record: 'access' },
  stepUp: true,
  onceBy: 'invitationId',
  body: v.object({
    /** Created by the page; identifies the access. */
    invitationId: Uuid,
    name: ShortText,
    email: ShortText,
    relationship: ShortText,
    scopes: SentScopes,
    /** `mm/dd/yyyy`; empty or absent: no last day. */
    lastDay: v.optional(ShortText, ''),
  }),
  payload: People,
  errors: ['FIELD-INVALID', 'TOO-MANY-REQUESTS', 'CONFLICT'],
})

export const sendInvitationAgain = defineCall({
  method: 'POST',
  path: `${root}/{accessId}/invitation`,
  summary: 'Sends an unanswered invitation again (RG-3); its earlier link stops working.',
  audience: members,
  ...changing,
  audit: { action: 'access.invite-again', record: 'access' },
  params: AccessParams,
  payload: People,
  errors: ['NOT-FOUND', 'TOO-MANY-REQUESTS'],
})

export const changeAccess = defineCall({
  method: 'PUT',
  path: `${root}/{accessId}`,
  summary:
    'Changes what someone may see, and through which day (RG-3). If they are viewing it, they have to start again; anything taken away is refused at once.',
  audience: members,
  ...changing,
  audit: { action: 'access.change', record: 'access' },
  stepUp: true,
  params: AccessParams,
  body: v.object({ scopes: SentScopes, lastDay: v.optional(ShortText, '') }),
  payload: People,
  errors: ['NOT-FOUND', 'FIELD-INVALID'],
})

export const endAccess = defineCall({
  method: 'DELETE',
  path: `${root}/{accessId}`,
  summary: 'Withdraws an invitation, or ends access at once, for either side (RG-3); repeating it changes nothing.',
  audience: persons,
  ...changing,
  audit: { action: 'access.end', record: 'access' },
  params: AccessParams,
  payload: People,
  errors: ['NOT-FOUND'],
})

const Ticket = v.object({ ticket: ShortText })

export const openInvitation = defineCall({
  method: 'POST',
  path: `${root}/invitation`,
  summary:
    'What an invitation offers, by the ticket of its link (RG-3), for the signed-in person of the same brand with the e-mail address that it was sent to. For anyone else it is NOT-FOUND, just like an expired one.',
  audience: persons,
  ...changing,
  audit: { action: 'invitation.read', record: 'access' },
  body: Ticket,
  payload: v.object({ firstName: v.string(), scopes: Scopes, lastDay: v.nullable(Day) }),
  errors: ['NOT-FOUND', 'TOO-MANY-REQUESTS'],
})

export const answerInvitation = defineCall({
  method: 'PUT',
  path: `${root}/invitation`,
  summary: 'Accepts or declines an invitation (RG-3), once; openInvitation says who can.',
  audience: persons,
  ...changing,
  audit: { action: ['access.accept', 'access.decline', 'access.end'], record: 'access' },
  body: v.object({ ...Ticket.entries, accept: v.boolean() }),
  payload: People,
  errors: ['NOT-FOUND', 'TOO-MANY-REQUESTS'],
})

export const startViewing = defineCall({
  method: 'POST',
  path: `${root}/view`,
  summary:
    "Starts a session for viewing information that another person has shared (RG-3). It replaces the viewer's own session, which continues when it ends.",
  audience: persons,
  ...changing,
  pageKey: true,
  body: v.object({ personId: recordId('person') }),
  payload: SignInPayload,
  errors: ['NOT-FOUND', 'CONFLICT'],
})
