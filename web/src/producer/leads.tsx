import { agencyLeads, changeAgencyLead } from '@portico/contract/calls/leads'
import { useCallback, useState } from 'react'
import { api } from '../api/api.ts'
import { useLoaded } from '../api/use-loaded.ts'
import { LeadDialog } from '../lead-parts/lead-dialog.tsx'
import { LeadList } from '../lead-parts/lead-list.tsx'
import type { Lead } from '../lead-parts/types.ts'
import { type LeadView, ViewChoice } from '../lead-parts/view-choice.tsx'
import { useText } from '../texts/text.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './producer.module.css'

/** Leads given to the chosen agency (AG-4). */
export function Leads() {
  const t = useText()
  const [asked, setAsked] = useState<{ view: LeadView; after: string }>({ view: 'open', after: '' })
  const load = useCallback(
    (signal: AbortSignal) =>
      api.call(agencyLeads, { query: asked.after === '' ? { view: asked.view } : asked, signal }),
    [asked],
  )
  const { value, last, failed, reload } = useLoaded(load, { key: `${asked.view} ${asked.after}` })
  const [opened, setOpened] = useState<Lead | null>(null)
  const [said, setSaid] = useState('')
  const shown = value ?? last
  return (
    <>
      <p className={styles.muted}>{t('producer.leads.text')}</p>
      <div className={styles.bar}>
        <ViewChoice view={asked.view} onView={(view) => setAsked({ view, after: '' })} />
      </div>
      <p role="status">{said}</p>
      {failed && <ErrorState onRetry={reload} />}
      {!failed && shown === null && <Skeleton shape="block" />}
      {shown !== null && <LeadList leads={shown.leads} brands={false} onOpen={setOpened} />}
      {shown?.next != null && (
        <Button variant="quiet" onClick={() => setAsked({ ...asked, after: shown.next ?? '' })}>
          {t('leads.more')}
        </Button>
      )}
      {opened !== null && (
        <Opened
          key={opened.leadId}
          lead={opened}
          onClose={() => setOpened(null)}
          onSaved={({ firstName, lastName }) => {
            setOpened(null)
            setSaid(t('leads.saved', { name: `${firstName} ${lastName}` }))
            reload()
          }}
        />
      )}
    </>
  )
}

interface OpenedProps {
  readonly lead: Lead
  readonly onSaved: (lead: Lead) => void
  readonly onClose: () => void
}

function Opened({ lead, onSaved, onClose }: OpenedProps) {
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
