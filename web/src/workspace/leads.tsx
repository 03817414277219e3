import { changeStaffLead, staffLeads } from '@portico/contract/calls/leads'
import { useCallback, useState } from 'react'
import { api } from '../api/api.ts'
import { useLoaded } from '../api/use-loaded.ts'
import { LeadDialog } from '../lead-parts/lead-dialog.tsx'
import { LeadList } from '../lead-parts/lead-list.tsx'
import styles from '../lead-parts/lead-parts.module.css'
import type { Lead } from '../lead-parts/types.ts'
import { type LeadView, ViewChoice } from '../lead-parts/view-choice.tsx'
import { useText } from '../texts/text.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Select } from '../ui/select.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { WorkspaceHeader } from './workspace-header.tsx'

/** People who may buy, of the brands that one works for (SH-8). */
export function Leads() {
  const t = useText()
  const [asked, setAsked] = useState<{ view: LeadView; after: string }>({ view: 'open', after: '' })
  const load = useCallback(
    (signal: AbortSignal) => {
      const query = asked.after === '' ? { view: asked.view } : asked
      return api.call(staffLeads, { query, signal })
    },
    [asked],
  )
  const { value, last, failed, reload } = useLoaded(load, { key: `${asked.view} ${asked.after}` })
  const [opened, setOpened] = useState<Lead | null>(null)
  const [said, setSaid] = useState('')
  const shown = value ?? last
  return (
    <div className={styles.view}>
      <WorkspaceHeader current="leads" />
      <p className={styles.muted}>{t('leads.staff.text')}</p>
      <div className={styles.bar}>
        <ViewChoice view={asked.view} onView={(view) => setAsked({ view, after: '' })} />
      </div>
      <p role="status">{said}</p>
      {failed && <ErrorState onRetry={reload} />}
      {!failed && shown === null && <Skeleton shape="block" />}
      {shown !== null && <LeadList leads={shown.leads} brands onOpen={setOpened} />}
      {shown?.next != null && (
        <Button variant="quiet" onClick={() => setAsked({ ...asked, after: shown.next ?? '' })}>
          {t('leads.more')}
        </Button>
      )}
      {opened !== null && shown !== null && (
        <Opened
          key={opened.leadId}
          lead={opened}
          agencies={shown.agencies.filter(({ brand }) => brand === opened.brand)}
          onClose={() => setOpened(null)}
          onSaved={({ firstName, lastName }) => {
            setOpened(null)
            setSaid(t('leads.saved', { name: `${firstName} ${lastName}` }))
            reload()
          }}
        />
      )}
    </div>
  )
}

interface OpenedProps {
  readonly lead: Lead
  readonly agencies: readonly { readonly agencyId: string; readonly region: string; readonly name: string }[]
  readonly onSaved: (lead: Lead) => void
  readonly onClose: () => void
}

function Opened({ lead, agencies, onSaved, onClose }: OpenedProps) {
  const t = useText()
  const keyOf = (one: { readonly agencyId: string; readonly region: string }) => `${one.agencyId} ${one.region}`
  const [holder, setHolder] = useState(lead.agency === null ? '' : keyOf(lead.agency))
  const chosen = agencies.find((one) => keyOf(one) === holder)
  return (
    <LeadDialog
      lead={lead}
      onClose={onClose}
      onSaved={onSaved}
      save={(change) =>
        api.call(changeStaffLead, {
          params: { lead: lead.leadId },
          body: { ...change, agencyId: chosen?.agencyId ?? null, region: chosen?.region ?? null },
        })
      }
    >
      <Select label={t('leads.field.agency')} value={holder} onValue={setHolder}>
        <option value="">{t('leads.field.agency.own')}</option>
        {agencies.map((one) => (
          <option key={keyOf(one)} value={keyOf(one)}>
            {one.name}
          </option>
        ))}
      </Select>
    </LeadDialog>
  )
}
