import type { PayloadOf } from '@portico/contract/call'
import { changeSharingChoices, sharingChoices } from '@portico/contract/calls/sharing'
import { sharingLimits } from '@portico/contract/limits'
import { type FormEvent, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { useActsForPerson } from '../../base/page-state.tsx'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import styles from '../../kit/forms/screen.module.css'
import { Screen } from '../../kit/forms/screen.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type EarlierPlan, EarlierPlanFields, findMissing } from './earlier-plan-fields.tsx'
import { EarlierRecords } from './earlier-records.tsx'

type Sharing = PayloadOf<typeof sharingChoices>

const load = (signal: AbortSignal) => api.call(sharingChoices, { signal })

/** Whether doctors who treat the member may ask for their records, and whether their earlier plan is asked (OS-42). */
export function SharingChoices() {
  const t = useText()
  const loaded = useLoaded(load)
  const [saved, setSaved] = useState(0)
  const onSaved = (sharing: Sharing) => {
    loaded.change(() => sharing)
    setSaved((times) => times + 1)
  }
  return (
    <Screen
      title="account.sharing.title"
      about="account.sharing.about"
      acting="account.sharing.simulated"
      loaded={loaded}
      done={saved > 0 ? <span key={saved}>{t('account.sharing.saved')}</span> : null}
    >
      {(sharing) => (
        <>
          <Choices sharing={sharing} onSaved={onSaved} />
          <EarlierRecords key={saved} />
        </>
      )}
    </Screen>
  )
}

function Choices({ sharing, onSaved }: { readonly sharing: Sharing; readonly onSaved: (sharing: Sharing) => void }) {
  const t = useText()
  const action = useAction()
  const isActing = useActsForPerson()
  const [withProviders, setWithProviders] = useState(sharing.withProviders)
  const [asksEarlierPlan, setAsks] = useState(sharing.asksEarlierPlan)
  const [plan, setPlan] = useState<EarlierPlan>(
    sharing.earlierPlan ?? { planId: sharing.plans[0]?.planId ?? null, name: '', number: '' },
  )
  const [reason, setReason] = useState('')
  const [wasSent, setWasSent] = useState(false)
  const lacksReason = isActing && reason.length < sharingLimits.reason.min

  const save = async (event: FormEvent) => {
    event.preventDefault()
    setWasSent(true)
    const missing = findMissing(plan)
    const wrong = asksEarlierPlan && missing !== null ? missing : lacksReason ? 'reason' : null
    if (wrong !== null) return document.getElementById(`sharing-${wrong}`)?.focus()
    // An unfinished choice of a plan is dropped if the plan is not to be asked.
    const earlierPlan = missing === null ? { ...plan, name: plan.name || findPlanName(plan, sharing) } : null
    const body = { withProviders, asksEarlierPlan, earlierPlan, ...(isActing && { reason }) }
    await action.run(async () => {
      onSaved(await api.call(changeSharingChoices, { body }))
      setWasSent(false)
      setReason('')
    })
  }

  return (
    <form onSubmit={save} noValidate className={styles.cards}>
      <Standing sharing={sharing} />
      <Card title={t('account.sharing.doctors')}>
        <div className={styles.form}>
          <p className={styles.text}>{t('account.sharing.doctorsWhat')}</p>
          <p className={styles.text}>{t('account.sharing.doctorsWhy')}</p>
          <p className={styles.text}>{t('account.sharing.doctorsNo')}</p>
          <p className={styles.text}>{t('account.sharing.private')}</p>
          <Checkbox label={t('account.sharing.withDoctors')} checked={withProviders} onValue={setWithProviders} />
        </div>
      </Card>
      <Card title={t('account.sharing.earlier')}>
        <div className={styles.form}>
          <p className={styles.text}>{t('account.sharing.earlierWhat')}</p>
          <p className={styles.text}>{t('account.sharing.earlierShown')}</p>
          <p className={styles.text}>{t('account.sharing.earlierNo')}</p>
          <Checkbox label={t('account.sharing.askEarlier')} checked={asksEarlierPlan} onValue={setAsks} />
          {asksEarlierPlan && (
            <EarlierPlanFields plan={plan} plans={sharing.plans} isChecked={wasSent} onPlan={setPlan} />
          )}
        </div>
      </Card>
      {isActing && (
        <TextField
          id="sharing-reason"
          label={t('account.sharing.reason')}
          hint={t('account.sharing.reasonHint')}
          error={wasSent && lacksReason ? t('account.sharing.needed') : undefined}
          value={reason}
          maxLength={sharingLimits.reason.max}
          onValue={setReason}
        />
      )}
      <Problem text={action.problem} />
      <div>
        <Button type="submit" busy={action.busy}>
          {t('account.sharing.save')}
        </Button>
      </div>
    </form>
  )
}

function findPlanName({ planId }: EarlierPlan, { plans }: Sharing): string {
  return plans.find((one) => one.planId === planId)?.name ?? ''
}

/** Since when the choice applies, and who made it. */
function Standing({ sharing: { chosenAt, chosenBy } }: { readonly sharing: Sharing }) {
  const t = useText()
  const format = useFormat()
  if (chosenAt === null) return <p className={styles.text}>{t('account.sharing.unchosen')}</p>
  const date = format.date(chosenAt)
  return (
    <p className={styles.text}>
      {t(chosenBy === 'staff' ? 'account.sharing.chosenByStaff' : 'account.sharing.chosenByMember', { date })}
    </p>
  )
}
