import { agencyProposals } from '@portico/contract/calls/proposals'
import { brokerView } from '@portico/rules/agencies/selling'
import { useCallback, useState } from 'react'
import { api } from '../base/api/api.ts'
import { useLoaded } from '../base/api/use-loaded.ts'
import { wholeProposals } from '../base/api/whole-proposals.ts'
import { usePage } from '../base/page-state.tsx'
import { Link } from '../base/router/link.tsx'
import { links } from '../base/router/links.ts'
import { useKeptState } from '../base/storage/use-kept-state.ts'
import { useMomentFormat } from '../base/texts/moment.tsx'
import { useText } from '../base/texts/text.tsx'
import lettering from '../kit/layout/lettering.module.css'
import { Alert } from '../ui/alert.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TextField } from '../ui/text-field.tsx'
import { findProposals } from './find-proposals.ts'
import styles from './producer.module.css'
import { ProposalBadge } from './proposal-badge.tsx'
import type { PartProps, Proposal } from './types.ts'

/** The chosen agency's proposals, newest first, and the link to a new one (AG-6). */
export function Proposals({ agency, choices }: PartProps) {
  const t = useText()
  const { brand } = usePage()
  const [after, setAfter] = useState('')
  const load = useCallback(
    (signal: AbortSignal) => api.call(agencyProposals, { query: after === '' ? {} : { after }, signal }),
    [after],
  )
  const { value, last, failed, reload } = useLoaded(load, { key: after })
  const shown = value ?? last
  const { words, setWords, isSearch, searched, found } = useProposalSearch()
  return (
    <>
      <p className={lettering.key}>{t('producer.proposals.text')}</p>
      {agency.brand === brand.code ? (
        <p className={styles.bar}>
          {brokerView(choices.preference).markets.map((market) => (
            <ButtonLink key={market} variant="secondary" to={links.shop(market)}>
              {t(`producer.proposals.new.${market}`)}
            </ButtonLink>
          ))}
        </p>
      ) : (
        <Alert tone="info" title={t('proposal.other-brand')}>
          <p>{t('proposal.other-brand.text', { brand: agency.brandName })}</p>
        </Alert>
      )}
      {(after !== '' || (shown !== null && shown.proposals.length > 0)) && (
        <div className={styles.opened}>
          <TextField
            type="search"
            label={t('producer.proposals.find')}
            hint={t('producer.proposals.find-hint')}
            value={words}
            onValue={setWords}
            maxLength={100}
            autoComplete="off"
          />
        </div>
      )}
      <p role="status">{found === null ? '' : t('producer.proposals.found', { count: found.length })}</p>
      {isSearch && searched.failed && <ErrorState onRetry={searched.reload} />}
      {failed && <ErrorState onRetry={reload} />}
      {!failed && shown === null && <Skeleton shape="block" />}
      {found !== null ? (
        <Rows proposals={found} />
      ) : (
        shown !== null &&
        (shown.proposals.length === 0 ? (
          <EmptyState title={t('producer.proposals.none')} text={t('producer.proposals.none-text')} />
        ) : (
          <Rows proposals={shown.proposals} />
        ))
      )}
      {found === null && shown?.next != null && (
        <Button variant="quiet" onClick={() => setAfter(shown.next ?? '')}>
          {t('producer.proposals.more')}
        </Button>
      )}
    </>
  )
}

/** Finds proposals among all of the chosen agency's. */
function useProposalSearch() {
  const [{ words }, keep] = useKeptState('proposals', { words: '' })
  const isSearch = words.trim() !== ''
  const searched = useLoaded(wholeProposals, { key: 'search', wanted: isSearch })
  const found = isSearch && searched.value !== null ? findProposals(searched.value, words.trim()) : null
  return { words, setWords: (next: string) => keep({ words: next }), isSearch, searched, found }
}

function Rows({ proposals }: { readonly proposals: readonly Proposal[] }) {
  return (
    <ul className={styles.rows}>
      {proposals.map((proposal) => (
        <Row key={proposal.proposalId} {...proposal} />
      ))}
    </ul>
  )
}

function Row({ proposalId, firstName, lastName, plans, state, agent, createdAt, openedAt, sentAt }: Proposal) {
  const t = useText()
  const format = useMomentFormat()
  const latest = openedAt ?? sentAt ?? createdAt
  const what = openedAt !== null ? 'opened' : sentAt !== null ? 'sent' : 'made'
  return (
    <li className={styles.row}>
      <p className={lettering.name}>
        <Link to={links.producer('proposals', proposalId)}>
          {firstName} {lastName}
        </Link>
      </p>
      <p className={lettering.key}>{plans.map(({ name }) => name).join(', ')}</p>
      <div>
        <ProposalBadge state={state} />
        <p className={lettering.key}>{t(`producer.proposals.${what}`, { day: format.dateTime(latest) })}</p>
      </div>
      <p className={lettering.key}>{agent.own ? t('leads.with-you') : t('leads.with', { name: agent.name })}</p>
    </li>
  )
}
