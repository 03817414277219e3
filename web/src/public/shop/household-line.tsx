import { useText } from '../../base/texts/text.tsx'
import { useRoundMoney } from '../../base/texts/use-round-money.ts'
import type { Basis } from '../../shared/shop-parts/basis.ts'
import { Button } from '../../ui/button.tsx'
import styles from './shop.module.css'

/** The quoted household, in one line that leads back to the form. */
export function HouseholdLine({ basis, onChange }: { readonly basis: Basis; readonly onChange: () => void }) {
  const t = useText()
  const money = useRoundMoney()
  const { zipCode, people, income } = basis
  const ages = people.map(({ age, tobacco }) => (tobacco ? t('shop.household.smokes', { age }) : `${age}`)).join(', ')
  return (
    <div className={`${styles.household} ${styles.row}`}>
      <p>
        {t('shop.household', { zip: zipCode, count: people.length, ages })}
        {income != null &&
          ` ${t('shop.household.income', { income: money(income.cents), size: income.householdSize })}`}
      </p>
      <Button variant="quiet" onClick={onChange}>
        {t('shop.household.change')}
      </Button>
    </div>
  )
}
