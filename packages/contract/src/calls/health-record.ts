import { healthKinds, healthStates, resultFlags } from '@portico/rules/health/entry'
import * as v from 'valibot'
import { asking, defineCall } from '../call.ts'
import { Moment, Uuid } from '../fields.ts'

const MaybeText = v.nullable(v.string())
const Person = v.object({ memberId: Uuid, firstName: v.string(), lastName: v.string() })

export const healthRecord = defineCall({
  method: 'GET',
  path: '/rbsmbl/x-services/health-record/v1/entries',
  summary:
    'What the plan holds about the health of the member, and of the children whose claims they may see: conditions, allergies, vaccines, results and care plans (OS-1). For themselves only: nobody who acts for them or views their information can see it.',
  audience: { by: 'session', roles: ['MEMBER'] },
  ...asking,
  audit: { action: 'health-record.read', record: 'member' },
  payload: v.object({
    /** The member first. */
    people: v.array(Person),
    /** Newest first. */
    entries: v.array(
      v.object({
        entryId: Uuid,
        person: Person,
        kind: v.picklist(healthKinds),
        /** In the words of its source. */
        name: MaybeText,
        state: v.nullable(v.picklist(healthStates)),
        /** `yyyy-mm-dd`, `yyyy-mm` or `yyyy`; null: not stated. */
        day: MaybeText,
        value: MaybeText,
        range: MaybeText,
        flag: v.nullable(v.picklist(resultFlags)),
        isSevere: v.boolean(),
        /** Who recorded it. */
        by: MaybeText,
        /** Only the patient may see it. */
        sensitive: v.boolean(),
        /** The earlier plan that sent it (OS-55); null: this plan. */
        planName: MaybeText,
      }),
    ),
    /** How many more of each kind the plan has than are shown. */
    more: v.array(v.object({ kind: v.picklist(healthKinds), count: v.number() })),
    /** How many more come from earlier plans. */
    moreEarlier: v.number(),
    /** When the plan last sent any of it; null: it has sent none. */
    asOf: v.nullable(Moment),
  }),
  errors: ['SIMULATION-BLOCKED'],
})
