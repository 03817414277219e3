import type { PayloadOf } from '@portico/contract/call'
import type { sharingChoices } from '@portico/contract/calls/sharing'
import { sharingLimits } from '@portico/contract/limits'
import { useText } from '../../base/texts/text.tsx'
import { Options } from '../../kit/forms/options.tsx'
import styles from '../../kit/forms/screen.module.css'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'

type Sharing = PayloadOf<typeof sharingChoices>
export type EarlierPlan = NonNullable<Sharing['earlierPlan']>

/** The first field that is still needed: which plan, and who the member is there. */
export function findMissing({ planId, name, number }: EarlierPlan): 'name' | 'number' | null {
  if (planId === null && name.trim() === '') return 'name'
  return number.trim() === '' ? 'number' : null
}

/** Which plan the member had before: one of those that can be asked, or any other by its name. */
export function EarlierPlanFields({
  plan,
  plans,
  isChecked,
  onPlan,
}: {
  readonly plan: EarlierPlan
  readonly plans: Sharing['plans']
  readonly isChecked: boolean
  readonly onPlan: (plan: EarlierPlan) => void
}) {
  const t = useText()
  const sayIfEmpty = (value: string) =>
    isChecked && value.trim() === '' ? { error: t('account.sharing.needed') } : undefined
  return (
    <>
      {plans.length > 0 && (
        <Select
          label={t('account.sharing.plan')}
          value={plan.planId ?? ''}
          className={styles.narrow}
          onValue={(planId) => onPlan({ ...plan, planId: planId || null, name: '' })}
        >
          <Options of={plans} value={({ planId }) => planId} text={({ name }) => name} />
          <option value="">{t('account.sharing.otherPlan')}</option>
        </Select>
      )}
      {plan.planId === null && (
        <TextField
          id="sharing-name"
          label={t('account.sharing.planName')}
          hint={t('account.sharing.notYet')}
          {...sayIfEmpty(plan.name)}
          value={plan.name}
          maxLength={sharingLimits.planName.max}
          onValue={(name) => onPlan({ ...plan, name })}
        />
      )}
      <TextField
        id="sharing-number"
        label={t('account.sharing.number')}
        {...sayIfEmpty(plan.number)}
        value={plan.number}
        maxLength={sharingLimits.number.max}
        autoComplete="off"
        onValue={(number) => onPlan({ ...plan, number })}
      />
    </>
  )
}
