import { changeStaffLead, staffLeadHistory, staffLeads } from '@portico/contract/calls/leads'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useText } from '../../base/texts/text.tsx'
import { Options } from '../../kit/forms/options.tsx'
import { LeadDesk, type LeadQuery, type OpenedLeadProps } from '../../shared/lead-parts/lead-desk.tsx'
import { LeadDialog } from '../../shared/lead-parts/lead-dialog.tsx'
import styles from '../../shared/lead-parts/lead-parts.module.css'
import { Select } from '../../ui/select.tsx'
import { WorkspaceHeader } from './workspace-header.tsx'

const load = (query: LeadQuery, signal: AbortSignal) => api.call(staffLeads, { query, signal })

/** Leads of the brands that the viewer works for (SH-8). */
export function StaffLeads() {
  const t = useText()
  return (
    <div className={styles.view}>
      <WorkspaceHeader current="leads" />
      <p className={styles.muted}>{t('leads.staff.text')}</p>
      <LeadDesk load={load} brands bar={styles.bar}>
        {(opened, { agencies }) => (
          <StaffLead {...opened} agencies={agencies.filter(({ brand }) => brand === opened.lead.brand)} />
        )}
      </LeadDesk>
    </div>
  )
}

interface StaffLeadProps extends OpenedLeadProps {
  readonly agencies: readonly { readonly agencyId: string; readonly region: string; readonly name: string }[]
}

function StaffLead({ lead, agencies, onSaved, onClose }: StaffLeadProps) {
  const t = useText()
  const toKey = (one: { readonly agencyId: string; readonly region: string }) => `${one.agencyId} ${one.region}`
  const [holder, setHolder] = useState(lead.agency === null ? '' : toKey(lead.agency))
  const chosen = agencies.find((one) => toKey(one) === holder)
  return (
    <LeadDialog
      lead={lead}
      onClose={onClose}
      onSaved={onSaved}
      loadHistory={(signal) => api.call(staffLeadHistory, { params: { lead: lead.leadId }, signal })}
      save={(change) =>
        api.call(changeStaffLead, {
          params: { lead: lead.leadId },
          body: { ...change, agencyId: chosen?.agencyId ?? null, region: chosen?.region ?? null },
        })
      }
    >
      <Select label={t('leads.field.agency')} value={holder} onValue={setHolder}>
        <option value="">{t('leads.field.agency.own')}</option>
        <Options of={agencies} value={(one) => toKey(one)} text={(one) => one.name} />
      </Select>
    </LeadDialog>
  )
}
