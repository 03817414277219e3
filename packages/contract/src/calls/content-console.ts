import { contentAreas } from '@portico/rules/content/declared'
import { contentWarningCodes, MAX_CONTENT } from '@portico/rules/content/judge'
import { contentVerdicts } from '@portico/rules/content/match'
import { QUALIFIERS } from '@portico/rules/content/request'
import { previewScreenNames } from '@portico/rules/content/screens'
import { contentStates } from '@portico/rules/content/states'
import { authoredLanguages } from '@portico/rules/languages/authored'
import * as v from 'valibot'
import { asking, changing, defineCall } from '../call.ts'
import { AskedMoment, Moment, Repeat, ShortText, trimLine, Uuid } from '../fields.ts'
import { staff, staffPath } from '../staff.ts'

const path = `${staffPath}/content`

const Name = v.pipe(v.string(), v.maxLength(100), v.regex(/^\w+$/))
/** A brand's shared code in upper case, or ALL for every brand without a text of its own. */
const Brand = v.pipe(v.string(), v.maxLength(100), v.regex(/^[A-Z0-9]+$/))
const Qualifiers = v.pipe(v.record(v.picklist(QUALIFIERS), v.pipe(ShortText, v.nonEmpty())), v.maxEntries(5))

/** Identifies an item: its name and who it is for. */
const Key = {
  name: Name,
  brand: Brand,
  language: v.picklist(authoredLanguages),
  qualifiers: v.optional(Qualifiers, {}),
}

/** The reason, for the approver and for readers of the history. */
const Note = trimLine(200, 3)

const Params = v.optional(v.record(v.string(), v.union([v.string(), v.number()])))

const Warning = v.object({ code: v.picklist(contentWarningCodes), params: Params })

/** A version of an item, in full, and how far it has come. */
const Version = v.object({
  versionId: Uuid,
  value: v.nullable(v.string()),
  note: v.string(),
  at: Moment,
  by: v.string(),
  state: v.picklist(contentStates),
  /** The last step taken with it; null: none since it was written. */
  step: v.nullable(v.object({ at: Moment, by: v.string(), note: v.string() })),
  showing: v.nullable(v.object({ releaseId: Uuid, from: Moment, until: v.nullable(Moment) })),
  /** Whether the caller may approve it: it was submitted, and someone else wrote it. */
  mayApprove: v.boolean(),
  /** What the approver should look at. */
  warnings: v.array(Warning),
})

const Item = v.object({
  name: v.string(),
  brand: v.string(),
  language: v.picklist(authoredLanguages),
  qualifiers: v.record(v.string(), v.string()),
  contentType: v.nullable(v.string()),
  area: v.picklist(contentAreas),
  /** What readers see now; null: this item shows nothing. */
  live: v.nullable(v.object({ value: v.string(), since: Moment, edited: v.boolean() })),
  /** The last version written; null: there is none. */
  latest: v.nullable(Version),
  /** Whether the caller may write versions of it. */
  editable: v.boolean(),
})

export const contentItems = defineCall({
  method: 'GET',
  path,
  summary:
    'Every text of the content service, for a brand or for all, with drafts and versions that wait for approval (CT-5).',
  audience: staff,
  ...asking,
  query: v.object({ brand: Brand }),
  payload: v.object({
    items: v.array(Item),
    /**
     * The texts that came with the portal, by name, or by name and brand if a brand's has different parts: they define a text's
     * placeholders and structure.
     */
    released: v.record(v.string(), v.string()),
    brands: v.array(v.object({ code: v.string(), name: v.string() })),
    mayApprove: v.boolean(),
    /** What the caller may write: every text, only canned replies, or nothing. */
    writes: v.picklist(['all', 'replies', 'nothing']),
    /** Brands, or ALL, whose texts the caller may write. */
    writable: v.array(v.string()),
  }),
  errors: ['NOT-FOUND'],
})

export const contentVersions = defineCall({
  method: 'POST',
  path: `${path}/versions`,
  summary: 'The last fifty versions of an item, latest first (CT-8).',
  audience: staff,
  ...asking,
  body: v.object(Key),
  payload: v.object({ versions: v.array(Version) }),
  errors: ['NOT-FOUND'],
})

export const writeContent = defineCall({
  method: 'POST',
  path: `${path}/write`,
  summary:
    'Saves a version of an item as a draft, and submits it if asked to (CT-6). CONFLICT if another one was written since `basedOn`.',
  audience: staff,
  ...changing,
  audit: { action: 'content.write', record: 'content' },
  onceBy: 'versionId',
  body: v.object({
    ...Key,
    versionId: Uuid,
    /** The last version that the caller knows; null: there was none. */
    basedOn: v.nullable(Uuid),
    /** Null: go back to the text that came with the portal, or to nothing if there was none. */
    value: v.nullable(v.pipe(v.string(), v.maxLength(MAX_CONTENT))),
    note: Note,
    submit: v.boolean(),
  }),
  payload: v.object({ item: Item, ...Repeat }),
  errors: ['NOT-FOUND', 'FIELD-INVALID', 'CONFLICT'],
})

export const stepContent = defineCall({
  method: 'POST',
  path: `${path}/step`,
  summary: 'Submits a draft, withdraws it, or returns it to its author (CT-6).',
  audience: staff,
  ...changing,
  audit: { action: ['content.submit', 'content.withdraw', 'content.return'], record: 'content' },
  onceBy: 'stepId',
  body: v.object({
    stepId: Uuid,
    versionId: Uuid,
    step: v.picklist(['submit', 'withdraw', 'return']),
    note: Note,
  }),
  payload: v.object({ item: Item, ...Repeat }),
  errors: ['NOT-FOUND', 'FIELD-INVALID', 'CONFLICT'],
})

/** Versions that go live together. */
const Release = v.object({
  releaseId: Uuid,
  at: Moment,
  by: v.string(),
  note: v.string(),
  from: Moment,
  until: v.nullable(Moment),
  undone: v.nullable(v.object({ at: Moment, by: v.string(), note: v.string() })),
  items: v.array(
    v.object({
      name: v.string(),
      brand: v.string(),
      language: v.string(),
      qualifiers: v.record(v.string(), v.string()),
      versionId: Uuid,
    }),
  ),
  /** Whether the caller may roll it back. */
  mayUndo: v.boolean(),
})

export const releaseContent = defineCall({
  method: 'POST',
  path: `${path}/releases`,
  summary:
    'Approves versions by other authors, which then show together for a period (CT-6, CT-8). CONFLICT if one has changed since it was submitted.',
  audience: staff,
  ...changing,
  audit: { action: 'content.release', record: 'content' },
  onceBy: 'releaseId',
  body: v.object({
    releaseId: Uuid,
    versionIds: v.pipe(v.array(Uuid), v.minLength(1), v.maxLength(200)),
    /** Null: immediately. */
    from: v.nullable(AskedMoment),
    until: v.nullable(AskedMoment),
    note: Note,
  }),
  payload: v.object({ release: Release, ...Repeat }),
  errors: ['NOT-FOUND', 'FIELD-INVALID', 'CONFLICT'],
})

export const contentReleases = defineCall({
  method: 'GET',
  path: `${path}/releases`,
  summary: "The last hundred releases for the caller's brands, latest first (CT-8).",
  audience: staff,
  ...asking,
  payload: v.object({ releases: v.array(Release) }),
  errors: [],
})

export const undoRelease = defineCall({
  method: 'POST',
  path: `${path}/releases/undo`,
  summary: 'Rolls a whole release back: readers see what was there before it (CT-8).',
  audience: staff,
  ...changing,
  audit: { action: 'content.undo', record: 'content' },
  onceBy: 'undoId',
  body: v.object({ undoId: Uuid, releaseId: Uuid, note: Note }),
  payload: v.object({ release: Release, ...Repeat }),
  errors: ['NOT-FOUND', 'CONFLICT'],
})

export const explainContentFor = defineCall({
  method: 'POST',
  path: `${path}/explain`,
  summary: 'Which item wins for a name and chosen readers, and why the others do not (CT-5).',
  audience: staff,
  ...asking,
  body: v.object(Key),
  payload: v.object({
    candidates: v.array(
      v.object({
        brand: v.string(),
        language: v.string(),
        qualifiers: v.record(v.string(), v.string()),
        value: v.string(),
        edited: v.boolean(),
        verdict: v.picklist(contentVerdicts),
      }),
    ),
  }),
  errors: ['NOT-FOUND'],
})

export const previewContent = defineCall({
  method: 'POST',
  path: `${path}/preview`,
  summary: 'A signed address, valid for 15 minutes, of a screen as it would look with unpublished versions (CT-7).',
  audience: staff,
  ...asking,
  audit: { action: 'content.preview', record: 'content' },
  body: v.object({
    versionIds: v.pipe(v.array(Uuid), v.minLength(1), v.maxLength(20)),
    brand: Brand,
    language: v.picklist(authoredLanguages),
    screen: v.picklist(previewScreenNames),
  }),
  payload: v.object({ address: v.string(), expiresAt: Moment }),
  errors: ['NOT-FOUND'],
})
