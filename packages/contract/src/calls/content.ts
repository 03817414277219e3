import { QUALIFIERS } from '@portico/rules/content/request'
import { authoredLanguages } from '@portico/rules/languages/authored'
import { languages } from '@portico/rules/languages/list'
import * as v from 'valibot'
import { asking, defineCall } from '../call.ts'
import { ShortText } from '../fields.ts'

const name = v.pipe(ShortText, v.nonEmpty())

/** The server reports missing parts in the words of the sources (CT-2). */
const Wish = v.object({
  name: v.optional(ShortText, ''),
  qualifiers: v.optional(
    v.pipe(v.array(v.object({ name: v.picklist(QUALIFIERS), value: ShortText })), v.maxLength(QUALIFIERS.length)),
  ),
  /** With the name '*': every item of this type. */
  contentType: v.optional(ShortText),
})

/** The request format of the meaningful-access link (CT-1). */
const NamedData = v.object({
  qualifier: ShortText,
  relationshipCode: ShortText,
  brand: ShortText,
  type: v.literal('name'),
  data: v.pipe(v.array(name), v.maxLength(50)),
})

export const contentInfo = defineCall({
  method: 'POST',
  path: '/rbsmbl/x-services/cms/contentInfo',
  summary:
    'Texts by name and qualifiers, or of a content type (CT-1). Missing ones are left out. A request without brand or relationship is FIELD-INVALID, and the second error says what is missing.',
  audience: { by: 'anyone' },
  ofNoOne: true,
  ...asking,
  body: v.union([v.pipe(v.array(v.nullable(Wish)), v.maxLength(50)), NamedData]),
  payload: v.object({ contentResponse: v.array(v.object({ name: v.string(), value: v.string() })) }),
  errors: ['FIELD-INVALID'],
})

export const explainContent = defineCall({
  method: 'GET',
  path: '/rbsmbl/x-services/cms/contentMatch',
  summary: 'For staff: which item wins for a name, a brand and a language, and by which rule (CT-1).',
  audience: { by: 'session', roles: ['INTERNAL'] },
  ...asking,
  query: v.object({ name, brand: ShortText, language: ShortText }),
  payload: v.object({
    matched: v.nullable(
      v.object({
        value: v.string(),
        brand: v.picklist(['own', 'all']),
        language: v.string(),
        qualifiers: v.array(v.string()),
        origin: v.picklist(['release', 'edited']),
        updatedAt: v.string(),
      }),
    ),
  }),
  errors: [],
})

/** Everything that a cacheable answer depends on, as part of its address; `version` changes with the content. */
const Cached = v.object({ brand: ShortText, language: v.picklist(languages), version: ShortText })

const cached = {
  method: 'GET',
  audience: { by: 'anyone' },
  ofNoOne: true,
  ...asking,
  cacheS: 3600,
  query: Cached,
  errors: ['NOT-FOUND'],
} as const

const Ids = v.array(v.string())

export const languageContent = defineCall({
  ...cached,
  path: '/rbsmbl/x-services/cms/languageContent',
  summary: 'The notices of free language help with the phone numbers of a brand (LG-1).',
  payload: v.object({
    menuVisibleLanguageIds: Ids,
    menuVisibleLanguageIdsND: Ids,
    menuVisibleLanguageIdsWY: Ids,
    phoneNumbers: v.object({ phone: v.string(), medicaid: v.nullable(v.string()), tty: v.string() }),
    languages: v.array(
      v.object({
        titleHTMLUnicode: v.string(),
        titleHTMLLang: v.string(),
        /** With {phone} and {tty} in place of the numbers. */
        messageHTMLUnicode: v.string(),
        languageIds: Ids,
      }),
    ),
  }),
})

export const nonDiscrimination = defineCall({
  ...cached,
  path: '/rbsmbl/x-services/cms/nonDiscrimination',
  summary:
    'The notice that discrimination is against the law (FT-1), as a marked text, in the language it is available in.',
  payload: v.object({
    language: v.picklist(authoredLanguages),
    /** With {entity}, {coordinator}, {coordinator_block}, {phone} and {tty} in place of the brand and its numbers. */
    text: v.string(),
  }),
})

/** The content of the help menu (NH-1), as operators write it. */
export const HelpContent = v.object({
  menuItemContent: v.string(),
  needHelpContent: v.array(v.object({ brandVisibility: v.array(v.string()), content: v.string() })),
  needHelpContentNoBrand: v.string(),
  contactUsSection: v.string(),
  contactUsBTS: v.string(),
  findStoreSection: v.string(),
  requestACallSection: v.string(),
  liveChatSection: v.string(),
  newHelpJson: v.object({
    needHelpOptions: v.array(
      v.object({
        mainHdrimg: v.string(),
        mainHdr: v.string(),
        helpTextLines: v.array(v.object({ helpText: v.string() })),
      }),
    ),
  }),
})

export const needHelp = defineCall({
  ...cached,
  path: '/rbsmbl/x-services/cms/needHelp',
  summary: "A brand's help menu (NH-1), without content for other brands' members.",
  payload: HelpContent,
})

/** The explanation of a term: the type of its icon and plain text. */
export const Tooltip = v.object({ iconType: v.string(), description: v.string() })

export const tooltips = defineCall({
  method: 'GET',
  path: '/rbsmbl/x-services/cms/tooltips',
  summary: 'Every tooltip of a brand by name (MN-6).',
  audience: { by: 'anyone' },
  ofNoOne: true,
  ...asking,
  query: v.object({ brand: ShortText }),
  payload: v.record(v.string(), Tooltip),
  errors: [],
})
