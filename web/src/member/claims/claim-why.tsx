import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import type { ClaimData } from '../../shared/claim-parts/claim-looks.ts'
import { MoneySteps } from '../../shared/claim-parts/money-steps.tsx'
import { useReasonText } from '../../shared/claim-parts/reason-text.ts'
import { Card } from '../../ui/card.tsx'
import { Meter } from '../../ui/meter.tsx'
import styles from './claim-why.module.css'

const parts = ['deductible', 'copay', 'coinsurance', 'notCovered', 'unexplained'] as const

/** Why the member owes what they owe, step by step, and why the plan did not pay where it did not (MP-4, MP-8). */
export function ClaimWhy({ claim }: { readonly claim: ClaimData }) {
  const t = useText()
  const format = useFormat()
  const { figures } = claim
  const reasons = [...claim.reasons, ...claim.lines.flatMap((line) => line.reasons)]
  const said = [...new Map(reasons.map((one) => [`${one.code} ${one.text}`, one])).values()]
  const isDenied = claim.state === 'denied' || claim.state === 'partly-denied'
  const steps = parts.flatMap((part) => {
    const cents = figures[`${part}Cents`]
    return cents === null || cents === 0 ? [] : { part, cents }
  })
  const share = claim.state === 'duplicate' ? null : figures.shareCents
  // An amount that is already paid is no longer owed.
  const isOwed = claim.owed.paidCents === 0
  return (
    <>
      {isDenied && said.length > 0 && <Reasons title={t('claims.denied-title')} reasons={said} />}
      {share !== null && claim.state !== 'correction' && (
        <Card
          title={
            share > 0
              ? t(isOwed ? 'claims.why' : 'claims.why-share', { amount: format.money(share) })
              : t('claims.why-nothing')
          }
        >
          {share <= 0 && steps.length === 0 && <p className={lettering.muted}>{t('claims.why-nothing-text')}</p>}
          <MoneySteps
            steps={steps.map(({ part, cents }) => ({
              id: part,
              cents,
              name: t(`claims.${part}`),
              text: t(`claims.${part}-text`),
            }))}
          />
          {claim.effects.map((effect) => (
            <Effect key={`${effect.kind} ${effect.holder}`} effect={effect} />
          ))}
        </Card>
      )}
      {!isDenied && said.length > 0 && (
        <Reasons title={t(claim.state === 'duplicate' ? 'claims.why-nothing' : 'claims.reasons')} reasons={said} />
      )}
    </>
  )
}

function Effect({ effect }: { readonly effect: ClaimData['effects'][number] }) {
  const t = useText()
  const { money } = useFormat()
  const { kind, holder, beforeCents, afterCents, limitCents } = effect
  const isKnown = beforeCents !== null && afterCents !== null
  const [before, after] = isKnown ? [money(beforeCents), money(afterCents)] : ['', '']
  const text = !isKnown
    ? t('claims.effect-unknown')
    : limitCents === null
      ? t('claims.effect-plain', { before, after })
      : t('claims.effect-limit', { before, after, limit: money(limitCents) })
  const name = t(holder === 'family' ? `claims.effect-family-${kind}` : `claims.effect-${kind}`)
  return (
    <div className={styles.effect}>
      <p className={styles.name}>{name}</p>
      {limitCents !== null && isKnown && (
        <Meter label={name} value={Math.min(afterCents, limitCents)} max={limitCents} valueText={text} />
      )}
      <p className={lettering.muted}>{text}</p>
    </div>
  )
}

function Reasons({ title, reasons }: { readonly title: string; readonly reasons: ClaimData['reasons'] }) {
  const t = useText()
  const reasonText = useReasonText()
  return (
    <Card title={title}>
      {/* biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list */}
      <ul className={styles.reasons} role="list">
        {reasons.map((reason) => (
          <li key={`${reason.code} ${reason.text}`}>
            <p>{reasonText(reason)}</p>
            {reason.text !== null && reason.words !== null && (
              <p className={lettering.muted}>{t('claims.reason-payer', { text: reason.text })}</p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
