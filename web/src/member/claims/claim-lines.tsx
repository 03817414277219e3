import { isPaymentToCome } from '@portico/rules/claims/timeline'
import { useState } from 'react'
import { useFormat } from '../../base/texts/format.ts'
import { Spoken } from '../../base/texts/spoken.tsx'
import { useText } from '../../base/texts/text.tsx'
import type { ClaimData } from '../../shared/claim-parts/claim-looks.ts'
import { useReasonText } from '../../shared/claim-parts/reason-text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import styles from './claim-lines.module.css'

type Line = ClaimData['lines'][number]

/** What was done, line by line; codes and amounts for those who want them (MP-4). */
export function ClaimLines({ claim }: { readonly claim: ClaimData }) {
  const t = useText()
  const format = useFormat()
  const [open, setOpen] = useState(false)
  if (claim.lines.length === 0 && claim.notes.length === 0 && claim.others.length === 0) return null
  return (
    <Card title={t('claims.lines')}>
      {claim.lines.length > 0 && (
        <>
          {/* biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list */}
          <ul role="list">
            {claim.lines.map((line) => (
              <li key={line.line} className={styles.line}>
                <p className={styles.name}>
                  <span>
                    {line.description === null ? (
                      t('claims.line-service', { line: line.line })
                    ) : (
                      <Spoken language={line.spoken}>{line.description}</Spoken>
                    )}
                  </span>
                  <span>{line.figures.billedCents !== null && format.money(line.figures.billedCents)}</span>
                </p>
                {line.denied && <p className={styles.denied}>{t('claims.line-denied')}</p>}
                {open && <More line={line} isToCome={isPaymentToCome(claim.events)} />}
              </li>
            ))}
          </ul>
          <Button variant="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
            {t(open ? 'claims.line-hide' : 'claims.line-codes')}
          </Button>
        </>
      )}
      <Said title={t('claims.notes')} texts={claim.notes} />
      <Said
        title={t('claims.others')}
        texts={claim.others.map(({ text, cents }) => `${text}: ${format.money(cents)}`)}
      />
    </Card>
  )
}

interface MoreProps {
  readonly line: Line
  /** Whether the plan’s payment is still to come. */
  readonly isToCome: boolean
}

function More({ line, isToCome }: MoreProps) {
  const t = useText()
  const { money, date } = useFormat()
  const reasonText = useReasonText()
  const { figures } = line
  const amounts = [
    { label: t('claims.line-allowed'), cents: figures.allowedCents },
    { label: t('claims.line-discount'), cents: figures.discountCents },
    { label: t(isToCome ? 'claims.plan-pays' : 'claims.line-paid'), cents: figures.planPaidCents },
    { label: t('claims.deductible'), cents: figures.deductibleCents },
    { label: t('claims.copay'), cents: figures.copayCents },
    { label: t('claims.coinsurance'), cents: figures.coinsuranceCents },
    { label: t('claims.notCovered'), cents: figures.notCoveredCents },
    { label: t('claims.part-you'), cents: figures.shareCents },
  ]
  const about = [
    ...(line.code === null ? [] : [t('claims.line-code', { code: line.code })]),
    ...(line.serviceDate === null ? [] : [date(line.serviceDate)]),
    ...(line.quantity === null ? [] : [t('claims.line-count', { count: line.quantity })]),
  ]
  return (
    <div className={styles.more}>
      <p>{about.join(' · ')}</p>
      <dl className={styles.amounts}>
        {amounts.map(({ label, cents }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{cents === null ? t('claims.not-said') : money(cents)}</dd>
          </div>
        ))}
        {line.others.map(({ text, cents }) => (
          <div key={text}>
            <dt>{text}</dt>
            <dd>{money(cents)}</dd>
          </div>
        ))}
      </dl>
      {line.reasons.map((reason) => (
        <p key={`${reason.code} ${reason.text}`}>{reasonText(reason)}</p>
      ))}
      {line.notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  )
}

function Said({ title, texts }: { readonly title: string; readonly texts: readonly string[] }) {
  if (texts.length === 0) return null
  return (
    <div className={styles.said}>
      <h3>{title}</h3>
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  )
}
