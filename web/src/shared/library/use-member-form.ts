import type { PayloadOf } from '@portico/contract/call'
import { discardForm, openForm, saveForm, sendForm } from '@portico/contract/calls/forms'
import { api } from '../../base/api/api.ts'
import { draftPrefixes } from '../../base/storage/draft-keys.ts'
import { submitFiles } from '../attachments/submit-files.ts'
import { type Draft, restoreDraft } from '../composing/draft.ts'
import { type Composing, useComposing } from '../composing/use-composing.ts'
import type { DraftCalls } from '../composing/use-draft-saver.ts'
import {
  agreedValue,
  checkAll,
  type FormContent,
  type FormValues,
  omitSignature,
  signature,
  toProblems,
} from './form-fields.ts'

export type SentForm = PayloadOf<typeof sendForm>
type Held = NonNullable<PayloadOf<typeof openForm>['draft']>
interface Body {
  readonly answers: Record<string, string>
  readonly attachmentIds: string[]
}

export type MemberForm = Composing<FormValues, SentForm>

function toDraft(held: Held): Draft<FormValues> {
  return restoreDraft(held, held.answers)
}

function bindCalls(kind: FormContent['kind']): DraftCalls<Body, Held> {
  return {
    save: (clientMessageId, baseVersion, body) =>
      api.call(saveForm, { body: { ...body, kind, clientMessageId, baseVersion }, mayBeOver: true }),
    discard: () => api.call(discardForm, { params: { kind }, mayBeOver: true }),
    findOther: async () => (await api.call(openForm, { params: { kind } })).draft,
  }
}

/** A form from its first answer to the server's confirmation (MP-21); `preset` is what a new one starts with. */
export function useMemberForm(form: FormContent, held: Held | null, preset: FormValues): MemberForm {
  return useComposing<FormValues, SentForm, Body, Held>({
    prefix: draftPrefixes.form,
    within: form.kind,
    empty: {},
    initial: preset,
    isUntouched: (fields) => JSON.stringify(fields) === JSON.stringify(preset),
    isEmpty: (fields) => Object.values(fields).every((value) => value === ''),
    fieldsIn: (kept) => (Object.values(kept).every((value) => typeof value === 'string') ? (kept as FormValues) : null),
    onServer: held ? toDraft(held) : null,
    check: (fields) => checkAll(form, fields),
    toProblems,
    calls: bindCalls(form.kind),
    toBody: ({ fields, attachmentIds }) => ({ answers: omitSignature(fields), attachmentIds: [...attachmentIds] }),
    toDraft,
    deliver: async ({ fields, attachmentIds, clientMessageId }) => {
      if (!(await submitFiles(attachmentIds))) return 'files'
      const sent = await api.call(sendForm, {
        body: {
          clientMessageId,
          kind: form.kind,
          answers: omitSignature(fields),
          attachmentIds: [...attachmentIds],
          signedName: (fields[signature.name] ?? '').trim(),
          agreed: fields[signature.agreed] === agreedValue,
        },
      })
      return { sent, differs: sent.differs }
    },
  })
}
