import { provisionalLanguages } from '@portico/rules/languages/list'
import * as v from 'valibot'
import { asking, changing, defineCall } from '../call.ts'
import { line, Moment, Repeat, ShortText, trimLine, Uuid } from '../fields.ts'
import { staff, staffPath } from '../staff.ts'

const path = `${staffPath}/languages`

/** A brand's code and one of the languages whose texts a machine translated. */
const Which = { brand: ShortText, language: v.picklist(provisionalLanguages) }

/** A fingerprint of a release's texts: what someone has read is exactly those. */
const Version = v.pipe(v.string(), v.regex(/^[\w-]{22}$/))

const Counts = {
  /** Translated texts; the others show in English. */
  total: v.number(),
  read: v.number(),
  /** Reported as wrong, in their present wording. */
  reported: v.number(),
  /** Read before their wording changed. */
  changed: v.number(),
}

/** How far the readers of a brand have come with a language. */
const Reading = v.object({
  language: v.picklist(provisionalLanguages),
  version: v.string(),
  ...Counts,
  missing: v.number(),
  /** Whether the brand offers it. */
  offered: v.boolean(),
  /** What has been approved: all texts of this release, or those of an earlier one. Null: nothing. */
  approval: v.nullable(
    v.object({ isWhole: v.boolean(), at: Moment, by: v.string(), confirmedBy: v.nullable(v.string()) }),
  ),
  /** Approved by someone, and waiting for an administrator to confirm. */
  waiting: v.nullable(
    v.object({
      changeId: Uuid,
      at: Moment,
      by: v.string(),
      reason: v.string(),
      /** The caller approved it, so somebody else must confirm it. */
      isOwn: v.boolean(),
      /** Whether the caller may confirm it. */
      mayConfirm: v.boolean(),
    }),
  ),
  areas: v.array(v.object({ area: v.string(), ...Counts })),
})

const Mark = v.object({
  area: v.string(),
  id: v.string(),
  english: v.string(),
  translated: v.nullable(v.string()),
  state: v.picklist(['unread', 'read', 'reported', 'changed', 'missing']),
  /** What is wrong with it, according to its reader. */
  note: v.string(),
  by: v.nullable(v.string()),
  at: v.nullable(Moment),
})

export const listLanguageReadings = defineCall({
  method: 'GET',
  path,
  summary:
    'How many texts of each machine-translated language a brand’s readers have read, and whether it is approved (LG-4); for authors, approvers and administrators.',
  audience: staff,
  ...asking,
  query: v.object({ brand: v.optional(ShortText) }),
  payload: v.object({
    brand: v.string(),
    brands: v.array(v.object({ code: v.string(), name: v.string() })),
    languages: v.array(Reading),
  }),
  errors: ['NOT-FOUND'],
})

export const readLanguageTexts = defineCall({
  method: 'POST',
  path: `${path}/texts`,
  summary: 'Texts of a language beside English, by area, state and words, fifty at a time (LG-4).',
  audience: staff,
  ...asking,
  body: v.object({
    ...Which,
    /** Null: every area. */
    area: v.nullable(ShortText),
    words: line(100),
    show: v.picklist(['all', 'unread', 'read', 'reported', 'changed', 'missing']),
    /** How many texts to skip. */
    after: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000)), 0),
  }),
  payload: v.object({ version: v.string(), texts: v.array(Mark), total: v.number() }),
  errors: ['NOT-FOUND'],
})

export const markLanguageTexts = defineCall({
  method: 'POST',
  path: `${path}/marks`,
  summary:
    'Marks texts, or all unreported ones in an area, as read, wrong, or to be read again (LG-4). CONFLICT: the release has other texts by now.',
  audience: staff,
  ...changing,
  audit: { action: ['language.mark-read', 'language.mark-unread', 'language.report'], record: 'language' },
  body: v.object({
    ...Which,
    version: Version,
    area: ShortText,
    /** Null: all texts of the area. */
    ids: v.nullable(v.pipe(v.array(ShortText), v.minLength(1), v.maxLength(100))),
    state: v.picklist(['read', 'unread', 'reported']),
    /** What is wrong, and how it should read. */
    note: v.optional(trimLine(500), ''),
  }),
  payload: v.object({ reading: Reading }),
  errors: ['NOT-FOUND', 'FIELD-INVALID', 'CONFLICT'],
})

export const approveLanguage = defineCall({
  method: 'POST',
  path: `${path}/approval`,
  summary:
    'Approves all texts of a language for a brand, once each is read and none is reported (LG-4); another administrator confirms it with `decideSetting`. CONFLICT: not all are read, the release has other texts by now, or somebody else’s request for another language still waits.',
  audience: staff,
  ...changing,
  audit: { action: 'language.submit', record: 'language' },
  onceBy: 'changeId',
  body: v.object({ changeId: Uuid, ...Which, version: Version, reason: trimLine(200, 3) }),
  payload: v.object({ reading: Reading, ...Repeat }),
  errors: ['NOT-FOUND', 'CONFLICT'],
})

export const withdrawLanguage = defineCall({
  method: 'POST',
  path: `${path}/withdrawal`,
  summary:
    'Withdraws the approval of a language, or the request for one: from then on, its pages say again that no one has checked it (LG-4).',
  audience: staff,
  ...changing,
  audit: { action: 'language.withdraw', record: 'language' },
  body: v.object({ ...Which, reason: trimLine(200, 3) }),
  payload: v.object({ reading: Reading }),
  errors: ['NOT-FOUND'],
})
