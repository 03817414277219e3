import { reportProvider } from '@portico/contract/calls/finder'
import { type ReportKind, reportKinds } from '@portico/rules/finder/limits'
import { useRef } from 'react'
import { api } from '../../base/api/api.ts'
import { newId } from '../../base/new-id.ts'
import { useText } from '../../base/texts/text.tsx'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { Options } from '../../kit/forms/options.tsx'
import { useForm } from '../../kit/forms/use-form.ts'
import { SafetyHelp } from '../../shared/safety/safety-help.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { postalAddress } from './entry-item.tsx'
import type { EntryData } from './types.ts'

interface ReportDialogProps {
  readonly open: boolean
  /** The provider's places. */
  readonly entries: readonly EntryData[]
  readonly onClose: () => void
  readonly onDone: (dueOn: string) => void
}

const initial = { place: '', wrong: '', networkId: '', note: '' }
const labels = {
  place: 'finder.report-place',
  wrong: 'finder.report-what',
  networkId: 'finder.report-which',
  note: 'finder.report-note',
} as const

/** Reports an error about a provider at one of their places (MP-25). */
export function ReportDialog({ open, entries, onClose, onDone }: ReportDialogProps) {
  const t = useText()
  // Stays the same until the report is sent, so that a double click counts once.
  const reportId = useRef<string | null>(null)
  const form = useForm({
    id: 'report-provider',
    initial,
    secret: 'all',
    label: (name) => t(labels[name]),
    check: (name, values) => {
      if (name === 'place' && findEntry(values.place) === undefined) return { code: 'finder.report-place-missing' }
      return name === 'wrong' && values.wrong === '' ? { code: 'finder.report-missing' } : null
    },
  })
  const findEntry = (place: string) => (entries.length === 1 ? entries[0] : entries.find((one) => one.place === place))
  const networks = form.values.wrong === 'network' ? (findEntry(form.values.place)?.networks ?? []) : []
  const send = ({ place, wrong, networkId, note }: typeof initial) => {
    reportId.current ??= newId()
    const entry = findEntry(place)
    const about = { providerId: entry?.providerId ?? '', place: entry?.place ?? '' }
    const [only] = networks.filter((one, _, { length }) => length === 1 || one.networkId === networkId)
    const body = {
      reportId: reportId.current,
      ...about,
      wrong: wrong as ReportKind,
      networkId: only?.networkId ?? '',
      note,
    }
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
      {entries.length > 1 && (
        <Select {...form.field('place')} label={t(labels.place)} required>
          <option value="">{t('finder.report-pick')}</option>
          <Options of={entries} value={({ place }) => place} text={postalAddress} />
        </Select>
      )}
      <Select {...form.field('wrong')} label={t(labels.wrong)} required>
        <option value="">{t('finder.report-pick')}</option>
        <Options of={reportKinds} text={(kind) => t(`finder.report-${kind}`)} />
      </Select>
      {networks.length > 1 && (
        <Select {...form.field('networkId')} label={t(labels.networkId)}>
          <option value="">{t('finder.report-none-of-them')}</option>
          <Options of={networks} value={({ networkId }) => networkId} text={({ name }) => name} />
        </Select>
      )}
      <TextArea {...form.field('note')} label={t(labels.note)} maxLength={500} />
      <SafetyHelp text={form.values.note} />
    </FormDialog>
  )
}
