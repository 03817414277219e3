import type { Tab } from '@portico/rules/tabs/types'
import {
  Accessibility,
  Ambulance,
  Eye,
  FileText,
  FlaskConical,
  Hospital,
  type LucideIcon,
  Pill,
  ScanLine,
  Smile,
  Stethoscope,
} from 'lucide-react'
import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { useFormat } from '../../base/texts/format.ts'
import { shortDay } from '../../base/texts/moment-label.ts'
import { useText } from '../../base/texts/text.tsx'
import { useNow } from '../../base/use-now.ts'
import lettering from '../../kit/layout/lettering.module.css'
import { useViewedName } from '../../session/acting/use-viewed-name.ts'
import { Badge, type BadgeProps } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import styles from './claims-card.module.css'
import type { OverviewData } from './types.ts'

type Claim = OverviewData['recentClaims'][number]

const icons: Readonly<Record<Claim['category'], LucideIcon>> = {
  office: Stethoscope,
  hospital: Hospital,
  emergency: Ambulance,
  imaging: ScanLine,
  laboratory: FlaskConical,
  pharmacy: Pill,
  dental: Smile,
  vision: Eye,
  equipment: Accessibility,
  transport: Ambulance,
  other: FileText,
}

const tones: Readonly<Record<Claim['state'], BadgeProps['tone']>> = {
  'in-progress': 'warning',
  paid: 'success',
  adjusted: 'success',
  'paid-on-appeal': 'success',
  correction: 'neutral',
  'partly-denied': 'danger',
  denied: 'danger',
  duplicate: 'neutral',
}

interface ClaimsCardProps {
  readonly claims: OverviewData['recentClaims']
  /** Whether a child's claims may be among them. */
  readonly shared: boolean
  /** The tab that shows all claims; null: that page has no tab. */
  readonly all: Tab | null
  /** The tab for finding a doctor, for people without claims. */
  readonly finder: Tab | null
}

/** The latest claims: who, what, when, what the member owes, the state of each, and a link to it (MP-1). */
export function ClaimsCard({ claims, shared, all, finder }: ClaimsCardProps) {
  const t = useText()
  const name = useViewedName()
  return (
    <Card
      title={name === null ? t('landing.claims-title') : t('landing.claims-title-of', { name })}
      className={styles.holder}
      action={
        <Link to={all?.url ?? links.claims()} target={all?.linkTarget} className={styles.all}>
          {t('landing.claims-all')}
        </Link>
      }
    >
      {claims.length === 0 ? (
        <EmptyState
          icon={<FileText />}
          title={t('landing.claims-empty-title')}
          text={t('landing.claims-empty')}
          action={
            finder !== null && (
              <ButtonLink to={finder.url} variant="secondary">
                {finder.label}
              </ButtonLink>
            )
          }
        />
      ) : (
        <ul className={styles.list}>
          {claims.map((claim) => (
            <ClaimLine key={claim.claimId} claim={claim} shared={shared} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function ClaimLine({ claim, shared }: { readonly claim: Claim; readonly shared: boolean }) {
  const t = useText()
  const format = useFormat()
  const { moment } = useNow()
  const Icon = icons[claim.category]
  const isOwed = claim.state === 'paid' && claim.step === 'bill'
  const isDone = claim.state === 'paid' && claim.step !== 'unknown'
  return (
    <li className={styles.claim}>
      <span className={styles.icon} aria-hidden="true">
        <Icon />
      </span>
      <div className={styles.what}>
        <p className={styles.provider}>
          <Link to={links.claim(claim.claimId)}>{claim.providerName ?? t('landing.claims-no-provider')}</Link>
        </p>
        <p className={lettering.small}>
          {t(`landing.claims-${claim.category}`)} ·{' '}
          <time dateTime={claim.serviceDate}>{shortDay(format, claim.serviceDate, moment)}</time>
          {shared && ` · ${claim.patient.firstName}`}
        </p>
      </div>
      <p className={styles.owed}>
        <span className={lettering.small}>{t('landing.claims-you-owe')}</span>
        {claim.youOweCents === null ? (
          <span className={styles.unknown}>{t('landing.claims-not-known')}</span>
        ) : (
          <strong>{format.money(claim.youOweCents)}</strong>
        )}
      </p>
      <p className={styles.status}>
        <Badge tone={isOwed ? 'info' : tones[claim.state]}>
          {isOwed
            ? t('landing.claims-paid-bill')
            : isDone
              ? t('landing.claims-paid-done')
              : t(`landing.claims-${claim.state}`)}
        </Badge>
      </p>
    </li>
  )
}
