import { approveLanguage, withdrawLanguage } from '@portico/contract/calls/languages'
import { useState } from 'react'
import { api } from '../../../base/api/api.ts'
import { ApiError } from '../../../base/api/error.ts'
import { newId } from '../../../base/new-id.ts'
import { useText } from '../../../base/texts/text.tsx'
import { FormDialog } from '../../../kit/forms/form-dialog.tsx'
import { useForm } from '../../../kit/forms/use-form.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { problems, type Reading } from './types.ts'

interface DecisionDialogProps {
  readonly brand: string
  readonly reading: Reading
  /** The language's name. */
  readonly name: string
  readonly asked: 'approve' | 'withdraw'
  readonly onDone: (reading: Reading) => void
  readonly onConflict: () => void
  readonly onClose: () => void
}

/** Asks for a reason, then approves a language or takes the approval back. */
export function DecisionDialog({ brand, reading, name, asked, onDone, onConflict, onClose }: DecisionDialogProps) {
  const t = useText()
  const [changeId] = useState(newId)
  const { language, version } = reading
  const form = useForm({
    id: `language-${asked}`,
    initial: { reason: '' },
    secret: 'all',
    label: () => t('languages.reason'),
    check: (_, { reason }) => {
      const { length } = reason.trim()
      return length >= 3 && length <= 200 ? null : { code: 'languages.reason-wrong' }
    },
  })
  return (
    <FormDialog
      open
      size="small"
      form={form}
      title={t(`languages.${asked}-title`, { language: name })}
      about={<p>{t(`languages.${asked}-text`)}</p>}
      action={t(`languages.${asked}`)}
      danger={asked === 'withdraw'}
      problems={problems}
      send={async ({ reason }) => {
        const body = { brand, language, reason: reason.trim() }
        try {
          const done =
            asked === 'approve'
              ? await api.call(approveLanguage, { body: { ...body, changeId, version } })
              : await api.call(withdrawLanguage, { body })
          return done.reading
        } catch (error) {
          if (error instanceof ApiError && error.code === 'CONFLICT') onConflict()
          throw error
        }
      }}
      onDone={onDone}
      onClose={onClose}
    >
      <TextField
        {...form.field('reason')}
        label={t('languages.reason')}
        hint={t('languages.reason-hint')}
        maxLength={200}
        autoComplete="off"
        required
      />
    </FormDialog>
  )
}
