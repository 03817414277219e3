import { checkSearch } from '@portico/rules/validation/search'
import * as v from 'valibot'
import { asking, defineCall } from '../call.ts'
import { ShortText } from '../fields.ts'

/** What the content service finds: an answer written by operators, help, a topic for messages, a language notice. */
const foundKinds = ['answer', 'help', 'topic', 'notice'] as const

export const siteSearch = defineCall({
  method: 'POST',
  path: '/rbsmbl/x-services/search/siteSearch',
  summary:
    "Searches a brand's content, best match first (VA-8). The words are in the body, since they may reveal health information.",
  audience: { by: 'anyone' },
  ofNoOne: true,
  ...asking,
  heavy: true,
  body: v.object({
    searchQuery: v.pipe(
      v.string(),
      v.check((value) => checkSearch(value) === null),
    ),
    /** Code of the brand. */
    brand: ShortText,
  }),
  payload: v.object({
    results: v.array(
      v.object({
        kind: v.picklist(foundKinds),
        title: v.string(),
        /** With {phone} and {tty} in place of the numbers. */
        text: v.string(),
        /** Where an answer leads; null: the page knows where this kind leads. */
        url: v.nullable(v.string()),
        /** Language tag, if it is not the page's language. */
        lang: v.nullable(v.string()),
        /** Points for sorting the results, both here and among the page's own. */
        score: v.number(),
      }),
    ),
  }),
  errors: ['FIELD-INVALID', 'NOT-FOUND', 'TOO-MANY-REQUESTS'],
})
