import { stepContent, undoRelease, writeContent } from '@portico/contract/calls/content-console'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { newId } from '../../base/new-id.ts'
import { useText } from '../../base/texts/text.tsx'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { useForm } from '../../kit/forms/use-form.ts'
import { TextField } from '../../ui/text-field.tsx'
import { problems } from './problems.ts'
import type { ContentItem } from './types.ts'

/** The step to confirm: one with a version, the roll-back of a release, or the removal of a text. */
export type PlannedStep =
  | { readonly step: 'submit' | 'withdraw' | 'return'; readonly versionId: string }
  | { readonly step: 'undo'; readonly releaseId: string }
  | { readonly step: 'remove'; readonly item: ContentItem }

interface StepDialogProps {
  readonly asked: PlannedStep
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Asks for a reason, then takes a step: submit, withdraw, return, roll back or remove (CT-6, CT-8). */
export function StepDialog({ asked, onDone, onClose }: StepDialogProps) {
  const t = useText()
  const [id] = useState(newId)
  const form = useForm({
    id: `content-${asked.step}`,
    initial: { note: '' },
    secret: 'all',
    label: () => t('content.note'),
    check: (_, { note }) => checkNote(note),
  })
  return (
    <FormDialog
      open
      size="small"
      form={form}
      title={t(`content.step.${asked.step}.title`)}
      about={<p>{t(`content.step.${asked.step}.text`)}</p>}
      action={t(`content.step.${asked.step}`)}
      danger={asked.step === 'undo' || asked.step === 'remove'}
      problems={problems}
      send={async ({ note }) => {
        if (asked.step === 'undo') {
          await api.call(undoRelease, { body: { undoId: id, releaseId: asked.releaseId, note: note.trim() } })
        } else if (asked.step === 'remove') {
          const { name, brand, language, qualifiers, latest } = asked.item
          const key = { name, brand, language, qualifiers }
          const body = { ...key, versionId: id, basedOn: latest?.versionId ?? null, value: null, submit: true }
          await api.call(writeContent, { body: { ...body, note: note.trim() } })
        } else {
          const { step, versionId } = asked
          await api.call(stepContent, { body: { stepId: id, versionId, step, note: note.trim() } })
        }
        return true
      }}
      onDone={onDone}
      onClose={onClose}
    >
      <TextField
        {...form.field('note')}
        label={t('content.note')}
        hint={t('content.note-hint')}
        maxLength={200}
        autoComplete="off"
        required
      />
    </FormDialog>
  )
}

export function checkNote(note: string) {
  const { length } = note.trim()
  return length >= 3 && length <= 200 ? null : { code: 'content.note-wrong' as const }
}
