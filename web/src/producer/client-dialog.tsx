import { changeAgencyClient } from '@portico/contract/calls/clients'
import { useState } from 'react'
import { api } from '../base/api/api.ts'
import { useAction } from '../base/api/use-action.ts'
import { useText } from '../base/texts/text.tsx'
import { Options } from '../kit/forms/options.tsx'
import { Problem } from '../kit/forms/problem.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Select } from '../ui/select.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './producer.module.css'
import type { AgencyClient, Book } from './types.ts'

interface ClientDialogProps {
  readonly client: AgencyClient
  readonly agents: Book['agents']
  readonly onSaved: (client: AgencyClient) => void
  readonly onClose: () => void
}

/** A note, the day to follow up, and, for agency admins, the client's agent. */
export function ClientDialog({ client, agents, onSaved, onClose }: ClientDialogProps) {
  const t = useText()
  const [note, setNote] = useState(client.note)
  const [followUpOn, setFollowUpOn] = useState(client.followUpOn ?? '')
  const [agentId, setAgentId] = useState(client.agent?.agentId ?? '')
  const action = useAction({ CONFLICT: 'leads.conflict', 'NOT-FOUND': 'producer.clients.gone' }, 'leads.failed')
  const save = () =>
    action.run(async () => {
      const handed = agents !== null && agentId !== '' ? { agentId } : {}
      const body = { version: client.version, note: note.trim(), followUpOn: followUpOn || null, ...handed }
      onSaved(await api.call(changeAgencyClient, { params: { clientId: client.clientId }, body }))
    })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${client.firstName} ${client.lastName}`}
      actions={
        <>
          <Button busy={action.busy} onClick={save}>
            {t('leads.save')}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {t('form.cancel')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {agents !== null && (
          <Select label={t('producer.clients.agent')} value={agentId} onValue={setAgentId}>
            {client.agent === null && <option value="">{t('producer.clients.nobody')}</option>}
            <Options of={agents} value={(agent) => agent.agentId} text={(agent) => agent.name} />
          </Select>
        )}
        <TextField type="date" label={t('leads.field.followUpOn')} value={followUpOn} onValue={setFollowUpOn} />
        <TextArea
          label={t('leads.field.note')}
          hint={t('leads.field.note-hint')}
          value={note}
          onValue={setNote}
          maxLength={2000}
          dense
        />
      </div>
      <Problem text={action.problem} />
    </Dialog>
  )
}
