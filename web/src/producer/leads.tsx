import { agencyLeadHistory, agencyLeads, changeAgencyLead } from '@portico/contract/calls/leads'
import { useState } from 'react'
import { api } from '../base/api/api.ts'
import { useText } from '../base/texts/text.tsx'
import lettering from '../kit/layout/lettering.module.css'
import { LeadDesk, type LeadQuery, type OpenedLeadProps } from '../shared/lead-parts/lead-desk.tsx'
import { LeadDialog } from '../shared/lead-parts/lead-dialog.tsx'
import type { Lead } from '../shared/lead-parts/types.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import styles from './producer.module.css'
import { QuoteButton } from './quote-button.tsx'
import type { PartProps } from './types.ts'

const load = (query: LeadQuery, signal: AbortSignal) => api.call(agencyLeads, { query, signal })

const renderQuote = ({ segment, firstName, lastName, email, language, zipCode }: Lead) => (
  <QuoteButton
    market={segment === 'MED' ? 'medicare' : 'under65'}
    person={{ firstName, lastName, language, email: email ?? '' }}
    zipCode={zipCode}
  />
)

/** Leads given to the chosen agency (AG-4). */
export function AgencyLeads({ choices }: PartProps) {
  const t = useText()
  const mayQuote = choices.selected?.entitlements.includes('quote') ?? false
  return (
    <>
      <p className={lettering.key}>{t('producer.leads.text')}</p>
      <LeadDesk load={load} brands={false} bar={styles.bar} {...(mayQuote && { action: renderQuote })}>
        {(opened) => <AgencyLead {...opened} />}
      </LeadDesk>
    </>
  )
}

/** What is done about an agency's lead, and whether it is the viewer's own. */
export function AgencyLead({ lead, onSaved, onClose }: OpenedLeadProps) {
  const t = useText()
  const [mine, setMine] = useState(lead.agent?.own ?? false)
  return (
    <LeadDialog
      lead={lead}
      onClose={onClose}
      onSaved={onSaved}
      loadHistory={(signal) => api.call(agencyLeadHistory, { params: { lead: lead.leadId }, signal })}
      save={(change) =>
        api.call(changeAgencyLead, {
          params: { lead: lead.leadId },
          body: { ...change, mine },
        })
      }
    >
      <Checkbox label={t('leads.field.mine')} checked={mine} onValue={setMine} />
    </LeadDialog>
  )
}
