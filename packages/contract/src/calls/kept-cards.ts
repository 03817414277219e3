import { authoredLanguages } from '@portico/rules/languages/authored'
import * as v from 'valibot'
import { asking, changing, defineCall } from '../call.ts'
import { Day, Moment, Uuid } from '../fields.ts'

/** ID cards that a member keeps on a phone (MP-12). */

const members = { by: 'session', roles: ['MEMBER'] } as const

const Text = v.string()
const Fact = v.object({ label: Text, value: Text })

/** A card as a phone keeps it: both sides as drawings, and in words. */
const KeptCard = v.object({
  language: v.picklist(authoredLanguages),
  title: Text,
  name: Text,
  /** The last day of its plan. */
  ends: v.nullable(Day),
  front: Text,
  back: Text,
  facts: v.array(Fact),
})

const keptPath = '/rbsmbl/x-services/coverage/v1/keptCards'

export const keepCards = defineCall({
  method: 'POST',
  path: keptPath,
  summary:
    'The signed-in member’s ID cards and phone numbers to keep on this phone, in both languages; renews what the phone keeps under the same id (MP-12).',
  audience: members,
  ...changing,
  audit: [
    { action: ['kept-card.add', 'kept-card.renew'], record: 'kept-card' },
    { action: 'id-card.read', record: 'id-card' },
  ],
  onceBy: 'keptId',
  heavy: true,
  /** Chosen at random by the phone, and known to it alone. */
  body: v.object({ keptId: Uuid }),
  payload: v.object({
    keptAt: Moment,
    until: Moment,
    phone: Text,
    /** All cards in each language. */
    cards: v.array(KeptCard),
  }),
  errors: ['NOT-FOUND', 'CONFLICT', 'TOO-MANY-REQUESTS'],
})

export const dropCards = defineCall({
  method: 'DELETE',
  path: `${keptPath}/{keptId}`,
  summary: 'Records that a phone of the signed-in member no longer keeps ID cards (MP-12).',
  audience: members,
  ...changing,
  audit: { action: 'kept-card.remove', record: 'kept-card' },
  params: v.object({ keptId: Uuid }),
  payload: v.object({}),
  errors: [],
})

export const keptCards = defineCall({
  method: 'GET',
  path: `${keptPath}/{keptId}`,
  summary:
    'Whether a phone may still show the ID cards that it keeps under this id: not after a sign-out, nor while another person is signed in (MP-12).',
  audience: { by: 'anyone' },
  ...asking,
  background: true,
  params: v.object({ keptId: Uuid }),
  payload: v.object({
    mayShow: v.boolean(),
    /** The signed-in person should fetch them again. */
    isDue: v.boolean(),
  }),
  errors: [],
})
