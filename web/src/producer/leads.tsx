import { agencyLeads, changeAgencyLead } from '@portico/contract/calls/leads'
import { useState } from 'react'
import { api } from '../base/api/api.ts'
import { useText } from '../base/texts/text.tsx'
import { LeadDesk, type LeadQuery, type OpenedLeadProps } from '../shared/lead-parts/lead-desk.tsx'
import { LeadDialog } from '../shared/lead-parts/lead-dialog.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './producer.module.css'

const load = (query: LeadQuery, signal: AbortSignal) => api.call(agencyLeads, { query, signal })

/** Leads given to the chosen agency (AG-4). */
export function AgencyLeads() {
  const t = useText()
  return (
    <>
      <p className={styles.muted}>{t('producer.leads.text')}</p>
      <LeadDesk load={load} brands={false} bar={styles.bar}>
        {(opened) => <AgencyLead {...opened} />}
      </LeadDesk>
    </>
  )
}

function AgencyLead({ lead, onSaved, onClose }: OpenedLeadProps) {
  const t = useText()
  const [mine, setMine] = useState(lead.agent?.own ?? false)
  const [followUpOn, setFollowUpOn] = useState(lead.followUpOn ?? '')
  return (
    <LeadDialog
      lead={lead}
      onClose={onClose}
      onSaved={onSaved}
      save={(change) =>
        api.call(changeAgencyLead, {
          params: { lead: lead.leadId },
          body: { ...change, mine, followUpOn: followUpOn === '' ? null : followUpOn },
        })
      }
    >
      <Checkbox label={t('leads.field.mine')} checked={mine} onValue={setMine} />
      <TextField type="date" label={t('leads.field.followUpOn')} value={followUpOn} onValue={setFollowUpOn} />
    </LeadDialog>
  )
}
