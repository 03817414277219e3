import type { PayloadOf } from '@portico/contract/call'
import { openProposal } from '@portico/contract/calls/proposals'
import { afterCredit } from '@portico/rules/shop/price-plan'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { isGone } from '../../base/api/is-gone.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { shopLinks } from '../../base/router/shop-links.ts'
import type { View, ViewProps } from '../../base/router/view.ts'
import { readTicket } from '../../base/storage/ticket.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { FailedCard } from '../../kit/layout/failed-card.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Page } from '../../kit/layout/page.tsx'
import { NumberLink } from '../../kit/phone/number-link.tsx'
import { PhoneLink } from '../../kit/phone/phone-link.tsx'
import { changeShopping } from '../../shared/shop-parts/basis.ts'
import { Alert } from '../../ui/alert.tsx'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useAmounts } from './amounts.ts'
import { Disclaimer } from './disclaimer.tsx'
import { findOtherBrand } from './find-other-brand.ts'
import { Limits } from './limits.tsx'
import { OtherBrand } from './other-brand.tsx'
import { Price } from './price.tsx'
import styles from './shop.module.css'
import { toMarket } from './types.ts'

type Proposal = PayloadOf<typeof openProposal>

/** An agent's proposal, for anyone with its link (AG-6): from here the client opens plans, compares and applies. */
function ProposalPage({ variant }: ViewProps) {
  const t = useText()
  const market = toMarket(variant)
  const { brand } = usePage()
  const [ticket] = useState(() => (typeof window === 'undefined' ? null : readTicket('proposal')))
  const { value, failed, failure, loading, reload } = useLoaded(
    async (signal) => {
      const opened = await api.call(openProposal, { body: { ticket: ticket ?? '', brand: brand.code }, signal })
      const { zipCode, county, people, income } = opened.basis
      changeShopping(opened.market, {
        basis: { zipCode, county, people, income },
        planYear: opened.planYear,
        compared: opened.plans.map(({ planId }) => planId),
        withCredit: opened.withCredit,
      })
      return opened
    },
    { wanted: ticket !== null },
  )
  const elsewhere = findOtherBrand(failure)
  return (
    <Page
      title={value === null ? t('proposal.title') : t('proposal.title.of', { name: value.firstName })}
      className={styles.view}
    >
      {value !== null ? (
        <Proposed {...value} />
      ) : loading && !failed ? (
        <Skeleton shape="block" />
      ) : elsewhere !== null && ticket !== null ? (
        <OtherBrand brand={elsewhere} market={market} part="proposal" ticket={ticket} />
      ) : failed && !isGone(failure) ? (
        <FailedCard onRetry={reload} />
      ) : (
        <EmptyState
          title={t('proposal.gone')}
          text={t('proposal.gone.text')}
          action={
            <div className={styles.row}>
              <PhoneLink />
              <ButtonLink variant="secondary" to={links.shop(market)}>
                {t('shop.back')}
              </ButtonLink>
            </div>
          }
        />
      )}
      <Disclaimer market={market} />
    </Page>
  )
}

function Proposed({ agentName, npn, agencyName, agencyPhone, market, planYear, plans, ...proposal }: Proposal) {
  const t = useText()
  const { dateLong } = useFormat()
  const { basis, exchange, note, madeOn, until, mayApply } = proposal
  return (
    <div className={styles.stack}>
      <p className={styles.about}>
        {t('proposal.from', { agent: agentName, agency: agencyName, day: dateLong(madeOn), until: dateLong(until) })}
      </p>
      {note !== '' && (
        <Card title={t('proposal.note', { agent: agentName })}>
          <p className={styles.said} dir="auto">
            {note}
          </p>
        </Card>
      )}
      <AgentCard {...{ agentName, npn, agencyName, agencyPhone }} />
      {!mayApply && (
        <Alert tone="info" title={t('proposal.no-apply')}>
          <p>{t('proposal.no-apply.text')}</p>
        </Alert>
      )}
      <h2>{t('proposal.plans', { year: planYear })}</h2>
      <p className={lettering.small}>
        {t('proposal.for', {
          count: basis.people.length,
          ages: basis.people.map(({ age }) => age).join(', '),
          zip: basis.zipCode,
        })}
      </p>
      {/* biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list */}
      <ul className={styles.plans} role="list">
        {plans.map((plan) => (
          <li key={plan.planId}>
            <ProposedPlan {...{ plan, market, planYear, exchange, mayApply }} people={basis.people.length} />
          </li>
        ))}
      </ul>
      <p className={styles.row}>
        {plans.length > 1 && (
          <ButtonLink variant="secondary" to={links.shop(market, 'compare')}>
            {t('shop.compare.go')}
          </ButtonLink>
        )}
        <ButtonLink variant="quiet" to={links.shop(market)}>
          {t('proposal.other-plans')}
        </ButtonLink>
      </p>
    </div>
  )
}

type AgentCardProps = Pick<Proposal, 'agentName' | 'npn' | 'agencyName' | 'agencyPhone'>

function AgentCard({ agentName, npn, agencyName, agencyPhone }: AgentCardProps) {
  const t = useText()
  return (
    <Card title={t('proposal.agent')}>
      <dl className={styles.facts}>
        <div>
          <dt>{t('proposal.agent.name')}</dt>
          <dd>
            {agentName}, {agencyName}
          </dd>
        </div>
        <div>
          <dt>{t('proposal.agent.npn')}</dt>
          <dd>{npn ?? t('shop.unknown')}</dd>
        </div>
        {agencyPhone !== null && (
          <div>
            <dt>{t('proposal.agent.phone')}</dt>
            <dd>
              <NumberLink number={agencyPhone} />
            </dd>
          </div>
        )}
      </dl>
      <p className={lettering.small}>{t('proposal.told')}</p>
    </Card>
  )
}

interface ProposedPlanProps extends Pick<Proposal, 'market' | 'planYear' | 'exchange' | 'mayApply'> {
  readonly plan: Proposal['plans'][number]
  /** How many people it is for. */
  readonly people: number
}

function ProposedPlan({ plan, market, planYear, exchange, mayApply, people }: ProposedPlanProps) {
  const t = useText()
  const { line } = useAmounts()
  return (
    <Card>
      <div className={styles.tight}>
        <h3 className={styles.name}>
          <Link to={shopLinks.plan(market, plan.planId, planYear)}>{plan.name}</Link>
        </h3>
        <p className={lettering.small}>{line(plan.line)}</p>
        {plan.reduction !== null && (
          <p className={styles.row}>
            <Badge tone="neutral">{t('shop.reduced', { reduction: plan.reduction })}</Badge>
          </p>
        )}
        <Price
          plan={{
            ...plan,
            monthCents: plan.premiumCents === null ? null : afterCredit(plan.premiumCents, plan.creditCents),
          }}
          exchange={exchange}
        />
        {plan.limits !== null && (
          <dl className={styles.facts}>
            <Limits plan={{ line: plan.line, ...plan.limits }} people={people} />
          </dl>
        )}
        {mayApply && plan.premiumCents !== null && (
          <p className={styles.row}>
            <ButtonLink
              to={shopLinks.apply(market, plan.planId, planYear)}
              aria-label={t('proposal.apply', { name: plan.name })}
            >
              {t('shop.apply')}
            </ButtonLink>
          </p>
        )}
      </div>
    </Card>
  )
}

export const view: View = { title: 'proposal.title', Component: ProposalPage }
