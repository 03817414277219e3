import { markLanguageTexts } from '@portico/contract/calls/languages'
import { api } from '../../../base/api/api.ts'
import { useText } from '../../../base/texts/text.tsx'
import { FormDialog } from '../../../kit/forms/form-dialog.tsx'
import { useForm } from '../../../kit/forms/use-form.ts'
import { TextArea } from '../../../ui/text-area.tsx'
import { problems, type Reading, type ReadText } from './types.ts'

interface ReportDialogProps {
  readonly brand: string
  readonly reading: Reading
  readonly text: ReadText
  readonly onDone: (done: { readonly reading: Reading; readonly note: string }) => void
  readonly onClose: () => void
}

/** Reports what is wrong with a text. */
export function ReportDialog({ brand, reading, text, onDone, onClose }: ReportDialogProps) {
  const t = useText()
  const form = useForm({
    id: 'language-report',
    initial: { note: text.note },
    secret: 'all',
    label: () => t('languages.note'),
    check: (_, { note }) => {
      const { length } = note.trim()
      return length >= 3 && length <= 500 ? null : { code: 'languages.note-wrong' }
    },
  })
  return (
    <FormDialog
      open
      form={form}
      title={t('languages.report-title')}
      about={
        <>
          <p lang="en" dir="ltr">
            {text.english}
          </p>
          <p dir="auto">{text.translated}</p>
          <p>{t('languages.report-text')}</p>
        </>
      }
      action={t('languages.report')}
      problems={problems}
      send={async ({ note }) => {
        const { language, version } = reading
        const body = { brand, language, version, area: text.area, ids: [text.id], state: 'reported' as const }
        const said = note.trim().replace(/\s+/g, ' ')
        return { ...(await api.call(markLanguageTexts, { body: { ...body, note: said } })), note: said }
      }}
      onDone={onDone}
      onClose={onClose}
    >
      <TextArea
        {...form.field('note')}
        label={t('languages.note')}
        hint={t('languages.note-hint')}
        maxLength={500}
        required
      />
    </FormDialog>
  )
}
