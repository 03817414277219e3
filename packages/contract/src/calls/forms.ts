import { fieldTypes } from '@portico/rules/forms/check'
import { formKinds, librarySubjects } from '@portico/rules/forms/kinds'
import { formStates } from '@portico/rules/forms/state'
import { authoredLanguages } from '@portico/rules/languages/authored'
import { languages } from '@portico/rules/languages/list'
import * as v from 'valibot'
import { asking, changing, defineCall } from '../call.ts'
import {
  AttachmentIds,
  Day,
  DraftFileIds,
  lines,
  Moment,
  Repeat,
  recordId,
  ShortText,
  trimLine,
  Uuid,
} from '../fields.ts'
import { staff, staffPath } from '../staff.ts'
import { attachmentRefusals, FileInStubs } from './attachments.ts'
import { addMessage } from './messages.ts'

const members = { by: 'session', roles: ['MEMBER'] } as const
const path = '/rbsmbl/x-services/forms/v1'

const Language = v.picklist(authoredLanguages)
const Kind = v.picklist(formKinds)
const KindParams = v.object({ kind: Kind })

/** What was typed and chosen, by field name; more fields than any form has are refused. */
const Answers = v.pipe(v.record(v.pipe(v.string(), v.maxLength(40)), lines(4_000)), v.maxEntries(60))

const Item = v.object({
  /** The kind of a form, or the id of a guide. */
  id: v.string(),
  type: v.picklist(['form', 'guide']),
  subject: v.picklist(librarySubjects),
  title: v.string(),
  about: v.string(),
  /** The languages it is available in. */
  languages: v.array(Language),
  /** The language used here: the page's own, or English if that is not available. */
  language: Language,
})

export const formLibrary = defineCall({
  method: 'GET',
  path: `${path}/library`,
  summary:
    "The brand's forms and educational materials in the page's language, or in English where that is missing (MP-21).",
  audience: members,
  ...asking,
  whileViewing: 'any',
  payload: v.object({ items: v.array(Item) }),
  errors: [],
})

export const openGuide = defineCall({
  method: 'GET',
  path: `${path}/guides/{guide}`,
  summary: 'An educational material of the brand (MP-21).',
  audience: members,
  ...asking,
  whileViewing: 'any',
  params: v.object({ guide: ShortText }),
  payload: v.object({
    ...Item.entries,
    updated: Day,
    parts: v.array(v.object({ heading: v.string(), text: v.string() })),
  }),
  errors: ['NOT-FOUND'],
})

export const FormField = v.object({
  name: v.string(),
  type: v.picklist(fieldTypes),
  required: v.boolean(),
  max: v.number(),
  past: v.boolean(),
  coming: v.boolean(),
  showIf: v.nullable(v.object({ field: v.string(), equals: v.optional(v.string()), not: v.optional(v.string()) })),
  options: v.array(
    v.object({
      value: v.string(),
      label: v.string(),
      /** The person whose claim it is. */
      of: v.optional(v.string()),
      /** The additional statement that is signed if this person is chosen. */
      statement: v.optional(v.string()),
    }),
  ),
  label: v.string(),
  hint: v.nullable(v.string()),
})

const SavedForm = { draftId: Uuid, version: v.number(), savedAt: Moment }

const FormDefinition = v.object({
  kind: Kind,
  title: v.string(),
  about: v.string(),
  need: v.string(),
  filesHint: v.string(),
  filesRequired: v.boolean(),
  /** What the member signs. */
  statement: v.string(),
  steps: v.array(v.object({ title: v.string(), fields: v.array(FormField) })),
  /** The member's name according to the plan, to fill in the signature. */
  memberName: v.string(),
  /** Today in Eastern time, for checking dates. */
  today: Day,
  /** When it would be answered if sent now. */
  expectedReplyBy: Moment,
})

export const openForm = defineCall({
  method: 'GET',
  path: `${path}/forms/{kind}`,
  summary: "A form with the member's draft (MP-21). Only for the member: a rep acting for them is refused.",
  audience: members,
  ...asking,
  audit: { action: 'form.open', record: 'form' },
  params: KindParams,
  payload: v.object({
    form: FormDefinition,
    /** Whether the member may send it about anyone: a parent decides who gets the information of a child under 14. */
    maySend: v.boolean(),
    draft: v.nullable(v.object({ ...SavedForm, answers: Answers, attachmentIds: v.array(v.string()) })),
  }),
  errors: ['SIMULATION-BLOCKED'],
})

const documents = {
  method: 'GET',
  audience: members,
  ...asking,
  file: true,
  payload: FileInStubs,
} as const

export const blankForm = defineCall({
  ...documents,
  path: `${path}/forms/{kind}/blank`,
  summary: "A form as PDF/UA to view or to fill in by hand, in the member's brand (MP-21).",
  whileViewing: 'any',
  params: KindParams,
  query: v.object({ language: v.optional(v.picklist(languages)) }),
  errors: ['TOO-MANY-REQUESTS', 'UNAVAILABLE'],
})

export const saveForm = defineCall({
  method: 'PUT',
  path: `${path}/drafts`,
  summary:
    "Saves the draft of a form, one of each kind (MP-21). CONFLICT if it is not the server's version, or was sent.",
  audience: members,
  ...changing,
  audit: { action: 'form.save', record: 'form' },
  onceBy: 'clientMessageId',
  body: v.object({
    clientMessageId: Uuid,
    /** The version that this one replaces; 0 for the first. */
    baseVersion: v.pipe(v.number(), v.integer(), v.minValue(0)),
    kind: Kind,
    answers: Answers,
    attachmentIds: v.optional(DraftFileIds, []),
  }),
  payload: v.object(SavedForm),
  errors: ['CONFLICT', 'NOT-FOUND'],
})

export const discardForm = defineCall({
  method: 'DELETE',
  path: `${path}/drafts/{kind}`,
  summary: 'Discards the draft of a form (MP-21).',
  audience: members,
  ...changing,
  audit: { action: 'form.discard', record: 'form' },
  params: KindParams,
  payload: v.object({ discarded: v.literal(true) }),
  errors: ['NOT-FOUND'],
})

const SentForm = v.object({
  messageId: v.string(),
  kind: Kind,
  title: v.string(),
  receipt: v.string(),
  /** Name of the other person that it is about; null: the member. */
  about: v.nullable(v.string()),
  sentAt: Moment,
  state: v.picklist(formStates),
  /** When it should be answered; null: nobody is waiting for an answer. */
  dueAt: v.nullable(Moment),
  /** When something last happened to it. */
  changedAt: Moment,
})

export const sendForm = defineCall({
  method: 'POST',
  path: `${path}/sent`,
  summary:
    "Signs and sends a form (MP-21): it becomes a conversation with the staff, and a document. A repeated clientMessageId gets the first result again. Field problems name the form's fields.",
  audience: members,
  ...changing,
  audit: [{ action: ['form.sign', 'form.send'], record: 'form' }, ...addMessage.audit],
  onceBy: 'clientMessageId',
  body: v.object({
    clientMessageId: Uuid,
    kind: Kind,
    answers: Answers,
    attachmentIds: v.optional(AttachmentIds, []),
    signedName: trimLine(100),
    /** Whether the member agrees to the form's statement. */
    agreed: v.boolean(),
  }),
  payload: v.object({ ...SentForm.entries, ...Repeat }),
  status: 201,
  errors: [
    // CONFLICT: it is too late to appeal.
    ...(['CONFLICT', 'NOT-FOUND', 'FIELD-INVALID', 'MESSAGES-TOO-MANY', 'ATTACHMENT-UNKNOWN'] as const),
    ...attachmentRefusals,
  ],
})

export const sentForms = defineCall({
  method: 'GET',
  path: `${path}/sent`,
  summary: 'The forms that the member has sent, with the state of each, and unfinished ones (MP-21).',
  audience: members,
  ...asking,
  audit: { action: 'forms.list', record: 'form' },
  payload: v.object({
    forms: v.array(SentForm),
    begun: v.array(v.object({ kind: Kind, savedAt: Moment })),
  }),
  errors: ['SIMULATION-BLOCKED'],
})

export const formDocument = defineCall({
  ...documents,
  audit: { action: 'form.document', record: 'form' },
  path: `${path}/sent/{messageId}/document`,
  summary: 'A form as it was signed and sent, as PDF/UA (MP-21).',
  params: v.object({ messageId: recordId('message') }),
  errors: ['NOT-FOUND', 'TOO-MANY-REQUESTS', 'UNAVAILABLE', 'SIMULATION-BLOCKED'],
})

export const workspaceForm = defineCall({
  ...documents,
  audit: { action: 'workspace.form', record: 'form' },
  path: `${staffPath}/threads/{threadId}/form`,
  summary: 'The form that started a conversation, as it was signed (MP-21, MC-6).',
  audience: staff,
  params: v.object({ threadId: recordId('thread') }),
  errors: ['NOT-FOUND', 'TOO-MANY-REQUESTS', 'UNAVAILABLE'],
})
