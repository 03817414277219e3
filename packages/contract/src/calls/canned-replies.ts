import { authoredLanguages } from '@portico/rules/languages/authored'
import * as v from 'valibot'
import { asking, defineCall } from '../call.ts'
import { Uuid } from '../fields.ts'
import { staff, staffPath } from '../staff.ts'

export const cannedReplies = defineCall({
  method: 'GET',
  path: `${staffPath}/canned-replies`,
  summary: 'Canned replies for the brands of the caller, in every language (MC-6).',
  audience: staff,
  ...asking,
  payload: v.object({
    replies: v.array(
      v.object({
        /** Shared by a reply for every brand and the versions that replace it for single brands. */
        replyId: Uuid,
        /** Code of the brand that it is for; ALL for every brand. */
        brand: v.string(),
        language: v.picklist(authoredLanguages),
        title: v.string(),
        text: v.string(),
      }),
    ),
  }),
  errors: [],
})
