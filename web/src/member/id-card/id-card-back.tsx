import { findCostWords, findKnownHolders, isAfterDeductible, listCardLimits } from '@portico/rules/coverage/card-lines'
import { usePage } from '../../base/page-state.tsx'
import { useText } from '../../base/texts/text.tsx'
import { useRoundMoney } from '../../base/texts/use-round-money.ts'
import type { CardFace } from './card-face.ts'
import styles from './id-card.module.css'
import { spellOut } from './member-number.ts'

/** Phone numbers, pharmacy numbers, and copays for visits. */
export function IdCardBack({ card }: { readonly card: CardFace }) {
  const t = useText()
  const { rx, limits, emergency } = card
  const copays = card.copays.filter(({ kind }) => kind !== 'emergency')
  const lines = listCardLimits(limits, card.coverageKinds.includes('medical'))
  const money = useRoundMoney()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a side of a card is not a fieldset
    <div className={`${styles.face} ${styles.back}`} role="group" aria-label={t('id-card.back')}>
      <Calls />
      {(lines.length > 0 || emergency !== null) && (
        <dl className={styles.rows}>
          {lines.map((line) => (
            <div key={`${line.kind} ${line.network}`}>
              <dt className={styles.label}>{t(`id-card.limit-${line.kind}-${line.network}`)}</dt>
              <dd className={styles.strong}>
                {t(`id-card.holders-${findKnownHolders(line)}`, {
                  person: formatMaybe(line.personCents),
                  family: formatMaybe(line.familyCents),
                })}
              </dd>
            </div>
          ))}
          {emergency !== null && (
            <div>
              <dt className={styles.label}>{t('id-card.copay-emergency')}</dt>
              <dd className={styles.strong}>{formatCost(emergency)}</dd>
            </div>
          )}
        </dl>
      )}
      <div className={styles.columns}>
        {rx !== null && (
          <dl className={styles.rows}>
            <Code label={t('id-card.rx-bin')} value={rx.bin} />
            <Code label={t('id-card.rx-pcn')} value={rx.pcn} />
            <Code label={t('id-card.rx-group')} value={rx.group} />
          </dl>
        )}
        {copays.length > 0 && (
          <dl className={styles.rows}>
            {copays.map(({ kind, cents }) => (
              <div key={kind}>
                <dt className={styles.label}>{t(`id-card.copay-${kind}`)}</dt>
                <dd className={styles.strong}>{money(cents)}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      <p className={styles.small}>{t('id-card.emergency')}</p>
    </div>
  )

  function formatMaybe(cents: number | null): string {
    return cents === null ? '' : money(cents)
  }

  function formatCost(cost: NonNullable<CardFace['emergency']>): string {
    const said = t(`id-card.cost-${findCostWords(cost)}`, {
      amount: formatMaybe(cost.copayCents),
      percent: cost.coinsurance ?? '',
    })
    return isAfterDeductible(cost) ? t('id-card.after-deductible', { cost: said }) : said
  }
}

/** Whom to call, and where to look for help. */
function Calls() {
  const t = useText()
  const { brand } = usePage()
  const nurses = brand.nurseLine
  return (
    <dl className={styles.calls}>
      <Call label={t('id-card.phone')} value={brand.servicePhone} />
      {nurses !== null && <Call label={t('id-card.nurse')} value={nurses.number} />}
      <Call label={t('id-card.tty')} value={brand.ttyNumber} />
      <Call label={t('id-card.website')} value={brand.domains[0]} />
    </dl>
  )
}

function Call({ label, value }: { readonly label: string; readonly value: string | undefined }) {
  return (
    <div>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.strong}>{value}</dd>
    </div>
  )
}

function Code({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.strong}>
        <span aria-hidden="true">{value}</span>
        <span className={styles.spelled}>{spellOut(value)}</span>
      </dd>
    </div>
  )
}
