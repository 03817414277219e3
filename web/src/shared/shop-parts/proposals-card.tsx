import type { PayloadOf } from '@portico/contract/call'
import { myProposals } from '@portico/contract/calls/proposals'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
import { links } from '../../base/router/links.ts'
import { useNavigate } from '../../base/router/navigation.ts'
import { keepTicket } from '../../base/storage/ticket.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { useArea } from '../../base/texts/use-areas.ts'
import lettering from '../../kit/layout/lettering.module.css'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import styles from './proposals-card.module.css'

type Proposals = PayloadOf<typeof myProposals>['proposals']

/** Agents' proposals for the person, shown in their shop (SH-1, AG-6); nothing if there are none. */
export function ProposalsCard() {
  const { brand } = usePage()
  const { value } = useLoaded((signal) => api.call(myProposals, { query: { brand: brand.code }, signal }))
  const of = value?.proposals ?? []
  return of.length > 0 && <Listed of={of} />
}

function Listed({ of }: { readonly of: Proposals }) {
  const t = useText()
  const { dateLong } = useFormat()
  const navigate = useNavigate()
  if (!useArea('shop-home')) return null
  return (
    <Card title={t('shop-home.proposals')}>
      <ul className={styles.rows} aria-label={t('shop-home.proposals')}>
        {of.map(({ market, planYear, agentName, agencyName, plans, madeOn, until, ticket }) => (
          <li key={ticket} className={styles.item}>
            <div>
              <p className={lettering.name}>{t('shop-home.proposal.name', { agent: agentName, agency: agencyName })}</p>
              <p className={lettering.small}>
                {t('shop-home.proposal.about', {
                  year: planYear,
                  plans: plans.join(', '),
                  made: dateLong(madeOn),
                  until: dateLong(until),
                })}
              </p>
            </div>
            <Button
              variant="secondary"
              aria-label={t('shop-home.proposal.open.name', { agent: agentName, made: dateLong(madeOn) })}
              onClick={() => {
                keepTicket('proposal', ticket)
                navigate(links.shop(market, 'proposal'))
              }}
            >
              {t('shop-home.proposal.open')}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
