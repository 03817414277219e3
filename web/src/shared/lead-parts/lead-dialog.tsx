import { type LeadState, leadStates } from '@portico/rules/leads/lead'
import { type ReactNode, useState } from 'react'
import { useAction } from '../../base/api/use-action.ts'
import { useText } from '../../base/texts/text.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import styles from '../../kit/forms/screen.module.css'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { LeadHistory } from './lead-history.tsx'
import parts from './lead-parts.module.css'
import type { Lead, LeadEntries } from './types.ts'

interface LeadDialogProps {
  readonly lead: Lead
  /** Further fields that can be changed. */
  readonly children: ReactNode
  readonly loadHistory: (signal: AbortSignal) => Promise<LeadEntries>
  readonly save: (change: {
    readonly version: number
    readonly state: LeadState
    readonly note: string
    readonly followUpOn: string | null
  }) => Promise<Lead>
  readonly onSaved: (lead: Lead) => void
  readonly onClose: () => void
}

/** The state of a lead, the day to follow up, a note to add, and the history. */
export function LeadDialog({ lead, children, loadHistory, save, onSaved, onClose }: LeadDialogProps) {
  const t = useText()
  const [state, setState] = useState<LeadState>(lead.state)
  const [note, setNote] = useState('')
  const [followUpOn, setFollowUpOn] = useState(lead.followUpOn ?? '')
  const action = useAction({ CONFLICT: 'leads.conflict' }, 'leads.failed')
  const change = { version: lead.version, state, note: note.trim(), followUpOn: followUpOn === '' ? null : followUpOn }
  const submit = () => action.run(async () => onSaved(await save(change)))
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('leads.dialog.title', { name: `${lead.firstName} ${lead.lastName}` })}
      actions={
        <>
          <Button busy={action.busy} onClick={submit}>
            {t('leads.save')}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {t('form.cancel')}
          </Button>
        </>
      }
    >
      <div className={parts.dialog}>
        <div className={styles.form}>
          <RadioGroup
            label={t('leads.field.state')}
            options={leadStates.map((value) => ({ value, label: t(`leads.state.${value}`) }))}
            value={state}
            onValue={setState}
          />
          {children}
          <TextField type="date" label={t('leads.field.followUpOn')} value={followUpOn} onValue={setFollowUpOn} />
        </div>
        <div className={styles.form}>
          <TextArea
            label={t('leads.field.note')}
            hint={t('leads.field.note-hint')}
            value={note}
            onValue={setNote}
            maxLength={2000}
            dense
          />
          <LeadHistory lead={lead} load={loadHistory} />
        </div>
      </div>
      <Problem text={action.problem} />
    </Dialog>
  )
}
