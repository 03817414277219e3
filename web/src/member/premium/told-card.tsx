import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { Card } from '../../ui/card.tsx'
import styles from './told-card.module.css'
import type { PremiumData } from './types.ts'

type ToldData = PremiumData['told'][number]

/** Shown even if the plan has not sent it: as unknown. */
const always: readonly ToldData['kind'][] = ['premium', 'taxCredit', 'ownShare']

/** The premium and the help with paying it, from the plan's enrollment files; this is not a bill. */
export function ToldCard({ told }: { readonly told: readonly ToldData[] }) {
  const t = useText()
  const { money, dateLong } = useFormat()
  if (told.length === 0) return null
  const missing = always.filter((kind) => !told.some((one) => one.kind === kind))
  return (
    <Card title={t('premium.told')} className={styles.card}>
      <p>{t('premium.told-about')}</p>
      <dl className={styles.list}>
        {told.map(({ kind, plan, amountCents, from }) => [
          <dt key={`${kind} ${plan}`}>
            {plan === null
              ? t(`premium.told-${kind}`)
              : t('premium.told-of-plan', { what: t(`premium.told-${kind}`), plan })}
            {from !== null && <span className={styles.from}>{t('premium.told-from', { day: dateLong(from) })}</span>}
          </dt>,
          <dd key={`${kind} ${plan} amount`}>{money(amountCents)}</dd>,
        ])}
        {missing.map((kind) => [
          <dt key={kind}>{t(`premium.told-${kind}`)}</dt>,
          <dd key={`${kind} amount`}>{t('premium.not-known')}</dd>,
        ])}
      </dl>
    </Card>
  )
}
