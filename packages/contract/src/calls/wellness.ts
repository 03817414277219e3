import { assessmentQuestions, assessmentTips } from '@portico/rules/wellness/assessment'
import { goalKinds } from '@portico/rules/wellness/goals'
import * as v from 'valibot'
import { asking, changing, defineCall } from '../call.ts'
import { AskedDay, Day, Moment } from '../fields.ts'

const members = { by: 'session', roles: ['MEMBER'] } as const
const path = '/rbsmbl/x-services/wellness/v1'

const Answers = v.object({
  sex: v.optional(v.picklist(assessmentQuestions.sex)),
  smoking: v.optional(v.picklist(assessmentQuestions.smoking)),
  moving: v.optional(v.picklist(assessmentQuestions.moving)),
  sleep: v.optional(v.picklist(assessmentQuestions.sleep)),
  plants: v.optional(v.picklist(assessmentQuestions.plants)),
  alcohol: v.optional(v.picklist(assessmentQuestions.alcohol)),
  mood: v.optional(v.picklist(assessmentQuestions.mood)),
  dentist: v.optional(v.picklist(assessmentQuestions.dentist)),
})

const Goal = v.object({
  goal: v.picklist(goalKinds),
  /** Days a week. */
  perWeek: v.number(),
  since: Day,
  done: v.number(),
  streak: v.number(),
  best: v.number(),
  /** Days of the last two weeks on which the goal was done. */
  days: v.array(Day),
})
const Goals = v.object({ goals: v.array(Goal), today: Day })

const Offer = v.object({ id: v.string(), title: v.string(), about: v.string() })

const Assessment = v.object({
  /** Null: nothing is stored. */
  assessment: v.nullable(v.object({ answers: Answers, tips: v.array(v.picklist(assessmentTips)), savedAt: Moment })),
})

const RecommendedCare = v.object({
  id: v.string(),
  kind: v.picklist(['test', 'shot']),
  title: v.string(),
  about: v.string(),
  state: v.picklist(['shown', 'again', 'no-claim', 'ask']),
  last: v.nullable(Day),
  next: v.nullable(Day),
  ifApplies: v.boolean(),
  sex: v.nullable(v.picklist(assessmentQuestions.sex)),
  smoked: v.boolean(),
  source: v.object({ by: v.string(), grade: v.nullable(v.string()), url: v.string(), date: Day }),
})

/** It belongs to the person alone: nobody can act for them here or look at it. */
export const wellness = defineCall({
  method: 'GET',
  path: `${path}/summary`,
  summary:
    "What published recommendations advise at the member's age, what claims show about it, their goals, and the brand's programs (MP-20).",
  audience: members,
  ...asking,
  audit: { action: 'wellness.read', record: 'wellness' },
  payload: v.object({
    care: v.array(RecommendedCare),
    /** When we last compared the list of recommendations with the published ones. */
    checked: Day,
    /** When the plan last sent claims; null: it has sent none. */
    claimsAsOf: v.nullable(Moment),
    ...Goals.entries,
    ...Assessment.entries,
    programs: v.array(Offer),
    rewards: v.array(Offer),
  }),
  errors: ['SIMULATION-BLOCKED'],
})

export const childCare = defineCall({
  method: 'GET',
  path: `${path}/child`,
  summary:
    'The vaccines that the plan knows of, and what published recommendations advise at that age: for a parent who views a child under 14, and for members themselves (MP-20, RG-3). Null for anyone else.',
  audience: members,
  ...asking,
  whileViewing: 'claims',
  audit: { action: 'wellness.child-read', record: 'wellness' },
  payload: v.object({
    child: v.nullable(
      v.object({
        care: v.array(RecommendedCare),
        /** Newest first; in the words of their source. */
        vaccines: v.array(v.object({ name: v.nullable(v.string()), day: v.nullable(v.string()) })),
        checked: Day,
        claimsAsOf: v.nullable(Moment),
      }),
    ),
  }),
  errors: [],
})

export const saveAssessment = defineCall({
  method: 'PUT',
  path: `${path}/assessment`,
  summary: 'Stores what members say about their health, only for themselves (MP-20); anything left out is not stored.',
  audience: members,
  ...changing,
  audit: { action: 'wellness.assessment-save', record: 'wellness' },
  body: v.object({ answers: Answers }),
  payload: Assessment,
  errors: [],
})

export const deleteAssessment = defineCall({
  method: 'DELETE',
  path: `${path}/assessment`,
  summary: 'Deletes what the member has said about their health (MP-20).',
  audience: members,
  ...changing,
  audit: { action: 'wellness.assessment-delete', record: 'wellness' },
  payload: Assessment,
  errors: [],
})

const goal = `${path}/goals`

export const setGoal = defineCall({
  method: 'PUT',
  path: goal,
  summary: 'Sets or changes a goal of a number of days a week; days already marked stay (MP-20).',
  audience: members,
  ...changing,
  audit: { action: 'wellness.goal-set', record: 'wellness' },
  body: v.object({
    goal: v.picklist(goalKinds),
    perWeek: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(7)),
  }),
  payload: Goals,
  errors: [],
})

export const markGoal = defineCall({
  method: 'PUT',
  path: `${goal}/day`,
  summary: 'Marks whether a goal was met on a day within the last two weeks (MP-20).',
  audience: members,
  ...changing,
  audit: { action: 'wellness.goal-mark', record: 'wellness' },
  body: v.object({ goal: v.picklist(goalKinds), day: AskedDay, done: v.boolean() }),
  payload: Goals,
  errors: ['NOT-FOUND', 'FIELD-INVALID'],
})

export const endGoal = defineCall({
  method: 'DELETE',
  path: `${goal}/{goal}`,
  summary: 'Deletes a goal, with its days (MP-20).',
  audience: members,
  ...changing,
  audit: { action: 'wellness.goal-end', record: 'wellness' },
  params: v.object({ goal: v.picklist(goalKinds) }),
  payload: Goals,
  errors: ['NOT-FOUND'],
})
