import { Fragment, type ReactNode, useCallback, useState } from 'react'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { useKeptState } from '../../base/storage/use-kept-state.ts'
import { useText } from '../../base/texts/text.tsx'
import { Options } from '../../kit/forms/options.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LeadList } from './lead-list.tsx'
import type { Lead } from './types.ts'

const leadViews = ['open', 'done'] as const

export interface LeadQuery {
  readonly view: (typeof leadViews)[number]
  /** The list continues after this place. */
  readonly after?: string
}

interface LeadPage {
  readonly leads: readonly Lead[]
  readonly next: string | null
}

/** Props for the dialog of an opened lead. */
export interface OpenedLeadProps {
  readonly lead: Lead
  readonly onSaved: (lead: Lead) => void
  readonly onClose: () => void
}

interface LeadDeskProps<Page extends LeadPage> {
  /** Must stay the same while it loads from the same call. */
  readonly load: (query: LeadQuery, signal: AbortSignal) => Promise<Page>
  /** Whether to show each lead's brand. */
  readonly brands: boolean
  /** Class of the bar above the list. */
  readonly bar: string | undefined
  /** A further action for a lead of the list. */
  readonly action?: (lead: Lead) => ReactNode
  /** The dialog of a lead on a page of the list. */
  readonly children: (opened: OpenedLeadProps, page: Page) => ReactNode
}

/** A list of open or finished leads, each of which opens in a dialog. */
export function LeadDesk<Page extends LeadPage>({ load, brands, bar, action, children }: LeadDeskProps<Page>) {
  const t = useText()
  const [kept, keep] = useKeptState<{ readonly view: string }>('leads', { view: 'open' })
  const view = leadViews.find((one) => one === kept.view) ?? 'open'
  const [after, setAfter] = useState('')
  const loadPage = useCallback(
    (signal: AbortSignal) => load(after === '' ? { view } : { view, after }, signal),
    [load, view, after],
  )
  const { value, last, failed, reload } = useLoaded(loadPage, { key: `${view} ${after}` })
  const [opened, setOpened] = useState<Lead | null>(null)
  const [said, setSaid] = useState('')
  const page = value ?? last
  const onClose = () => setOpened(null)
  const onSaved = ({ firstName, lastName }: Lead) => {
    setOpened(null)
    setSaid(t('leads.saved', { name: `${firstName} ${lastName}` }))
    reload()
  }
  return (
    <>
      <div className={bar}>
        <Select
          label={t('leads.view')}
          value={view}
          onValue={(next) => {
            keep({ view: next })
            setAfter('')
          }}
        >
          <Options of={leadViews} text={(one) => t(`leads.view.${one}`)} />
        </Select>
      </div>
      <p role="status">{said}</p>
      {failed && <ErrorState onRetry={reload} />}
      {!failed && page === null && <Skeleton shape="block" />}
      {page !== null && <LeadList leads={page.leads} brands={brands} onOpen={setOpened} action={action} />}
      {page?.next != null && (
        <Button variant="quiet" onClick={() => setAfter(page.next ?? '')}>
          {t('leads.more')}
        </Button>
      )}
      {opened !== null && page !== null && (
        <Fragment key={opened.leadId}>{children({ lead: opened, onSaved, onClose }, page)}</Fragment>
      )}
    </>
  )
}
