import { track } from '../../base/analytics/track.ts'
import type { Draft } from '../../shared/composing/draft.ts'
import { type SentMessage, sendMessage } from '../../shared/composing/send-message.ts'
import { type Composing, useComposing } from '../../shared/composing/use-composing.ts'
import { memberDrafts } from '../../shared/drafts/member-drafts.ts'
import { checkFields, toProblems } from './check.ts'
import { contactDraft, toDraft } from './draft.ts'
import {
  emptyFields,
  type FieldName,
  fitToTopics,
  type MessageFields,
  type Topic,
  toBody,
  toDraftBody,
  withField,
} from './fields.ts'
import { isUntouched } from './preset.ts'

export interface Contact extends Composing<MessageFields, SentMessage> {
  type<Name extends FieldName>(name: Name, value: MessageFields[Name]): void
}

const calls = memberDrafts(null)

/** A new message to customer service (MC-3); `preset` is what it starts with. */
export function useContact(
  topics: readonly Topic[],
  onServer: Draft<MessageFields> | null,
  preset: MessageFields,
): Contact {
  const composing = useComposing({
    ...contactDraft,
    empty: emptyFields,
    initial: preset,
    isUntouched: (fields) => isUntouched(fields, fitToTopics(preset, topics)),
    onServer,
    fit: (fields) => fitToTopics(fields, topics),
    check: checkFields,
    toProblems,
    calls,
    toBody: ({ fields, attachmentIds }) => ({ ...toDraftBody(fields), attachmentIds: [...attachmentIds] }),
    toDraft,
    deliver: (draft) => sendMessage(draft, toBody(draft.fields)),
    onSending: () => track({ event: 'submit' }),
  })
  return {
    ...composing,
    type: (name, value) => composing.change((fields) => withField(fields, { name, value }, topics)),
  }
}
