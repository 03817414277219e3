import { agencyProposal, sendProposal } from '@portico/contract/calls/proposals'
import { afterCredit } from '@portico/rules/shop/price-plan'
import { useCallback, useRef, useState } from 'react'
import { api } from '../base/api/api.ts'
import { isGone } from '../base/api/is-gone.ts'
import { useAction } from '../base/api/use-action.ts'
import { useLoaded } from '../base/api/use-loaded.ts'
import { newId } from '../base/new-id.ts'
import { Link } from '../base/router/link.tsx'
import { links } from '../base/router/links.ts'
import { useFormat } from '../base/texts/format.ts'
import { useMomentFormat } from '../base/texts/moment.tsx'
import { useText } from '../base/texts/text.tsx'
import { useRoundMoney } from '../base/texts/use-round-money.ts'
import { Problem } from '../kit/forms/problem.tsx'
import { FailedCard } from '../kit/layout/failed-card.tsx'
import lettering from '../kit/layout/lettering.module.css'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { NpnDialog } from './npn-dialog.tsx'
import styles from './producer.module.css'
import { ProposalBadge } from './proposal-badge.tsx'
import type { ProposalDetail } from './types.ts'

/** A proposal: who it is for, its plans and state, and sending it (AG-6). */
export function ProposalPage({ proposalId }: { readonly proposalId: string }) {
  const t = useText()
  const load = useCallback(
    (signal: AbortSignal) => api.call(agencyProposal, { params: { proposal: proposalId }, signal }),
    [proposalId],
  )
  const { value, failed, failure, reload, change } = useLoaded(load, { key: proposalId })
  return (
    <>
      <p>
        <Link to={links.producer('proposals')}>{t('producer.proposals.all')}</Link>
      </p>
      {value !== null ? (
        <Shown proposal={value} onChanged={(next) => change(() => next)} />
      ) : failed && !isGone(failure) ? (
        <FailedCard onRetry={reload} />
      ) : failed ? (
        <EmptyState title={t('producer.proposal.gone')} text={t('producer.proposal.gone-text')} />
      ) : (
        <Skeleton shape="block" />
      )}
    </>
  )
}

interface ShownProps {
  readonly proposal: ProposalDetail
  readonly onChanged: (proposal: ProposalDetail) => void
}

function Shown({ proposal, onChanged }: ShownProps) {
  const t = useText()
  const money = useRoundMoney()
  const { firstName, lastName, state, plans, planYear, basis, missing, note } = proposal
  const ages = basis.people.map(({ age }) => age).join(', ')
  return (
    <>
      <div className={styles.opened}>
        <div className={styles.heading}>
          <h2 className={styles.subtitle}>{t('producer.proposal.of', { name: `${firstName} ${lastName}` })}</h2>
          <ProposalBadge state={state} />
        </div>
        {missing !== null && missing.length > 0 && (
          <Alert tone="warning" title={t('producer.proposal.missing')}>
            <ul>
              {missing.map(({ line, needs }) => (
                <li key={line}>
                  {t(`producer.line.${line}`)}: {needs.map((need) => t(`producer.need.${need}`)).join(', ')}
                </li>
              ))}
            </ul>
          </Alert>
        )}
      </div>
      <div className={styles.cards}>
        <Sending proposal={proposal} onChanged={onChanged} />
        <Card title={t('producer.proposal.plans', { year: planYear })}>
          <ul className={styles.plain}>
            {plans.map(({ planId, name, premiumCents, creditCents }) => (
              <li key={planId} className={styles.line}>
                <span>{name}</span>
                <span>
                  {premiumCents === null
                    ? t('producer.unknown')
                    : t('producer.proposal.month', { amount: money(premiumCents) })}
                  {premiumCents !== null && creditCents > 0 && (
                    <span className={styles.explained}>
                      {t('producer.proposal.credit', { amount: money(afterCredit(premiumCents, creditCents)) })}
                    </span>
                  )}
                </span>
              </li>
            ))}
          </ul>
          <p className={lettering.key}>
            {t('producer.proposal.for', { count: basis.people.length, ages, zip: basis.zipCode })}
          </p>
          {note !== '' && (
            <p className={styles.note} dir="auto">
              <strong>{t('producer.proposal.note')}</strong> {note}
            </p>
          )}
        </Card>
        <Applications applications={proposal.applications} />
      </div>
    </>
  )
}

function Sending({ proposal, onChanged }: ShownProps) {
  const t = useText()
  const format = useMomentFormat()
  const [said, setSaid] = useState('')
  const [correcting, setCorrecting] = useState(false)
  const letterId = useRef('')
  const action = useAction(
    { CONFLICT: 'producer.proposal.often', 'TOO-MANY-REQUESTS': 'producer.proposal.too-many' },
    'producer.failed',
  )
  const { proposalId, email, language, npn, agent, createdAt, sentAt, openedAt, expiresAt, sendsLeft } = proposal
  const send = () =>
    action.run(async () => {
      letterId.current ||= newId()
      const body = { letterId: letterId.current }
      onChanged(await api.call(sendProposal, { params: { proposal: proposalId }, body }))
      letterId.current = ''
      setSaid(t('producer.proposal.sent-to', { email }))
    })
  const facts = [
    ['email', email],
    ['language', t(`producer.proposal.language.${language}`)],
    ['agent', agent.name],
    ['made', format.dateTime(createdAt)],
    ['sent-at', sentAt === null ? t('producer.proposal.not-yet') : format.dateTime(sentAt)],
    ['opened-at', openedAt === null ? t('producer.proposal.not-yet') : format.dateTime(openedAt)],
    ['until', format.dateTime(expiresAt)],
  ] as const
  return (
    <Card title={t('producer.proposal.sending')}>
      <dl className={styles.pairs}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`producer.proposal.fact.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>{t('producer.npn')}</dt>
          <dd>
            {npn ?? t('producer.unknown')}{' '}
            <Button variant="quiet" onClick={() => setCorrecting(true)}>
              {t('producer.proposal.npn.correct')}
            </Button>
          </dd>
        </div>
      </dl>
      <div className={styles.stack}>
        <p className={lettering.key}>{t('producer.proposal.opened-how')}</p>
        <p role="status">{said}</p>
        <Problem text={action.problem} />
        {npn === null ? (
          <p>{t('producer.proposal.npn.first')}</p>
        ) : sendsLeft === 0 ? (
          <p>{t('producer.proposal.often')}</p>
        ) : (
          <Button busy={action.busy} onClick={send}>
            {t(sentAt === null ? 'producer.proposal.send' : 'producer.proposal.send-again')}
          </Button>
        )}
      </div>
      {correcting && (
        <NpnDialog
          proposal={proposal}
          onClose={() => setCorrecting(false)}
          onSaved={(next) => {
            setCorrecting(false)
            onChanged(next)
            setSaid(t('producer.proposal.npn.saved'))
          }}
        />
      )}
    </Card>
  )
}

function Applications({ applications }: Pick<ProposalDetail, 'applications'>) {
  const t = useText()
  const format = useFormat()
  return (
    <Card title={t('producer.proposal.applications')}>
      {applications.length === 0 && <p className={lettering.key}>{t('producer.proposal.applications.none')}</p>}
      <ul className={styles.plain}>
        {applications.map(({ applicationNumber, planName, state, starts }) => (
          <li key={applicationNumber} className={styles.line}>
            <span>
              {planName}
              <span className={lettering.key}>
                {' '}
                {t('producer.proposal.application', { number: applicationNumber, day: format.date(starts) })}
              </span>
            </span>
            <span>{t(`producer.application.${state}`)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
