import { describeLanguage } from '@portico/rules/languages/list'
import { openLeadStates } from '@portico/rules/leads/lead'
import type { ReactNode } from 'react'
import { useFormat } from '../../base/texts/format.ts'
import { useMomentFormat } from '../../base/texts/moment.tsx'
import { useText } from '../../base/texts/text.tsx'
import { useNow } from '../../base/use-now.ts'
import lettering from '../../kit/layout/lettering.module.css'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { CallLink } from './call-link.tsx'
import styles from './lead-parts.module.css'
import type { Lead } from './types.ts'

interface LeadListProps {
  readonly leads: readonly Lead[]
  /** Whether to show each lead's brand. */
  readonly brands: boolean
  readonly onOpen: (lead: Lead) => void
  /** A further action for a lead. */
  readonly action?: ((lead: Lead) => ReactNode) | undefined
}

/** Leads, those due first, and how to reach them. */
export function LeadList({ leads, brands, onOpen, action }: LeadListProps) {
  const t = useText()
  if (leads.length === 0) return <EmptyState title={t('leads.none.title')} text={t('leads.none.text')} />
  return (
    <ul className={styles.rows}>
      {leads.map((lead) => (
        <Row key={lead.leadId} lead={lead} brands={brands} onOpen={onOpen} action={action} />
      ))}
    </ul>
  )
}

function Row({ lead, brands, onOpen, action }: Omit<LeadListProps, 'leads'> & { readonly lead: Lead }) {
  const t = useText()
  const format = useFormat()
  const name = `${lead.firstName} ${lead.lastName}`
  const place = [lead.county, lead.zipCode].filter(Boolean).join(', ')
  return (
    <li className={styles.row}>
      <div>
        <p className={lettering.name}>{name}</p>
        <p className={styles.muted}>{place}</p>
        <p>
          <CallLink phone={lead.phone} />
        </p>
        {lead.email !== null && <p className={styles.muted}>{lead.email}</p>}
      </div>
      <div>
        <p className={styles.badges}>
          <Badge tone={lead.state === 'new' ? 'info' : lead.state === 'won' ? 'success' : 'neutral'}>
            {t(`leads.state.${lead.state}`)}
          </Badge>
          {lead.segment === 'MED' && <Badge tone="neutral">{t('leads.medicare')}</Badge>}
          {lead.language !== 'en' && (
            <Badge tone="neutral">
              {lead.language === 'es' ? t('leads.speaks.es') : describeLanguage(lead.language).name}
            </Badge>
          )}
        </p>
        <p>{t(`leads.kind.${lead.kind}`)}</p>
        {lead.callOn !== null && (
          <p className={styles.small}>
            {t('leads.call-at', {
              day: format.date(lead.callOn),
              time: t(`leads.time.${lead.bestTime ?? 'any'}`),
            })}
          </p>
        )}
        {lead.planName !== null && <p className={styles.small}>{t('leads.plan', { plan: lead.planName })}</p>}
        {brands && <p className={styles.muted}>{lead.brandName}</p>}
      </div>
      <div>
        <Due lead={lead} />
        {lead.followUpOn !== null && (
          <p className={styles.small}>{t('leads.follow-up', { day: format.date(lead.followUpOn) })}</p>
        )}
        <Holder lead={lead} />
        {lead.note !== '' && <p className={styles.note}>{lead.note}</p>}
      </div>
      <div className={styles.actions}>
        <Button variant="secondary" aria-label={t('leads.open', { name })} onClick={() => onOpen(lead)}>
          {t('leads.update')}
        </Button>
        {action?.(lead)}
      </div>
    </li>
  )
}

function Due({ lead }: { readonly lead: Lead }) {
  const t = useText()
  const format = useMomentFormat()
  const { moment: now } = useNow()
  if (!openLeadStates.includes(lead.state)) return null
  const isLate = Date.parse(lead.dueAt) < Date.parse(now)
  return (
    <p className={styles.small}>
      {isLate && <Badge tone="danger">{t('leads.late')}</Badge>} {t('leads.due', { at: format.dateTime(lead.dueAt) })}
    </p>
  )
}

function Holder({ lead: { agent, agency } }: { readonly lead: Lead }) {
  const t = useText()
  if (agent?.own) return <p className={styles.small}>{t('leads.with-you')}</p>
  const name = [agent?.name, agency?.name].filter(Boolean).join(', ')
  return name === '' ? null : <p className={styles.small}>{t('leads.with', { name })}</p>
}
