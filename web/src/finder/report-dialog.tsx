import { reportProvider } from '@portico/contract/calls/finder'
import { type ReportKind, reportKinds } from '@portico/rules/finder/limits'
import { useRef } from 'react'
import { api } from '../api/api.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { Options } from '../forms/options.tsx'
import { useForm } from '../forms/use-form.ts'
import { newId } from '../new-id.ts'
import { useText } from '../texts/text.tsx'
import { Select } from '../ui/select.tsx'
import { TextArea } from '../ui/text-area.tsx'

interface ReportDialogProps {
  readonly open: boolean
  readonly providerId: string
  readonly onClose: () => void
  readonly onDone: (dueOn: string) => void
}

const initial = { wrong: '', note: '' }

/** Reports an error in an entry (MP-25). */
export function ReportDialog({ open, providerId, onClose, onDone }: ReportDialogProps) {
  const t = useText()
  // Stays the same until the report is sent, so that a double click counts once.
  const reportId = useRef<string | null>(null)
  const form = useForm({
    id: 'report-provider',
    initial,
    secret: 'all',
    label: (name) => t(name === 'wrong' ? 'finder.report-what' : 'finder.report-note'),
    check: (name, values) => (name === 'wrong' && values.wrong === '' ? { code: 'finder.report-missing' } : null),
  })
  const send = ({ wrong, note }: typeof initial) => {
    reportId.current ??= newId()
    const body = { reportId: reportId.current, providerId, wrong: wrong as ReportKind, note }
    return api.call(reportProvider, { body })
  }
  return (
    <FormDialog
      form={form}
      open={open}
      size="small"
      title={t('finder.wrong')}
      about={<p>{t('finder.report-about')}</p>}
      action={t('finder.report-send')}
      problems={{ 'TOO-MANY-REQUESTS': 'finder.report-many' }}
      send={send}
      onDone={({ dueOn }) => {
        reportId.current = null
        onDone(dueOn)
      }}
      onClose={onClose}
    >
      <Select {...form.field('wrong')} label={t('finder.report-what')} required>
        <option value="">{t('finder.report-pick')}</option>
        <Options of={reportKinds} text={(kind) => t(`finder.report-${kind}`)} />
      </Select>
      <TextArea {...form.field('note')} label={t('finder.report-note')} maxLength={500} />
    </FormDialog>
  )
}
