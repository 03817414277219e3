import { shareNames, timeNames } from '@portico/rules/authorizations/figures'
import * as v from 'valibot'
import { asking, defineCall } from '../call.ts'
import { Moment } from '../fields.ts'
import { staff, staffPath } from '../staff.ts'

const Count = v.pipe(v.number(), v.integer())
const OfYear = { brand: v.string(), name: v.string(), year: Count }

export const yearReports = defineCall({
  method: 'GET',
  path: `${staffPath}/reports`,
  summary:
    'The year’s reports (OS-80): how many members’ data went to apps, and how prior authorizations were decided, with the age of the newest data; for `administer`.',
  audience: staff,
  ...asking,
  audit: { action: 'reports.read' },
  payload: v.object({
    transfers: v.array(
      v.object({
        ...OfYear,
        /** Members whose data went to an app, and those whose data went there more than once. */
        members: Count,
        again: Count,
        apps: Count,
      }),
    ),
    authorizations: v.array(
      v.object({
        ...OfYear,
        shares: v.array(
          v.object({
            name: v.picklist(shareNames),
            count: Count,
            of: Count,
            /** Null: there was no such request. */
            percent: v.nullable(v.number()),
          }),
        ),
        /** Null: no file says. */
        times: v.array(v.object({ name: v.picklist(timeNames), hours: v.nullable(v.number()) })),
        /** Requests counted as standard because no file says whether they were urgent. */
        unsaid: Count,
        newest: Moment,
        countedAt: Moment,
      }),
    ),
  }),
  errors: [],
})
