import { chooseAgency } from '@portico/contract/calls/agencies'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { api } from '../base/api/api.ts'
import { useAction } from '../base/api/use-action.ts'
import { useText } from '../base/texts/text.tsx'
import { Problem } from '../kit/forms/problem.tsx'
import lettering from '../kit/layout/lettering.module.css'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { focusOn } from '../ui/focus.ts'
import { RadioGroup } from '../ui/radio-group.tsx'
import styles from './producer.module.css'
import type { Choices } from './types.ts'

interface ChooseAgencyProps {
  readonly choices: Choices
  readonly onChosen: (choices: Choices, said: string) => void
  /** Left out when an agency has to be chosen. */
  readonly onCancel: (() => void) | undefined
}

/** Agency and region, after sign-in and at any time (AG-1). */
export function ChooseAgency({ choices, onChosen, onCancel }: ChooseAgencyProps) {
  const t = useText()
  const { selected, preference } = choices
  const toKey = (one: { readonly agencyId: string; readonly region: string }) => `${one.agencyId} ${one.region}`
  const [value, setValue] = useState(selected === null ? '' : toKey(selected))
  const [remember, setRemember] = useState(preference.rememberAgencyRegion)
  const [missing, setMissing] = useState(false)
  const action = useAction({}, 'producer.failed')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (onCancel !== undefined) focusOn(heading.current)
  }, [onCancel])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const chosen = choices.choices.find((one) => toKey(one) === value)
    setMissing(chosen === undefined)
    if (chosen === undefined) return
    const { agencyId, region } = chosen
    void action.run(async () => {
      const next = await api.call(chooseAgency, { body: { agencyId, region, remember } })
      onChosen(next, t('producer.agency.changed', { agency: chosen.agencyName, region: chosen.regionName }))
    })
  }
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {t('producer.choose.title')}
      </h1>
      <Card className={styles.narrow}>
        <p className={lettering.key}>{t('producer.choose.text')}</p>
        <form method="post" noValidate className={styles.form} onSubmit={submit}>
          <RadioGroup
            label={t('producer.choose.legend')}
            options={choices.choices.map((one) => ({
              value: toKey(one),
              label: t('producer.choose.option', {
                agency: one.agencyName,
                region: one.regionName,
                brand: one.brandName,
              }),
            }))}
            value={value}
            onValue={setValue}
            error={missing && value === '' ? t('producer.choose.missing') : undefined}
            required
          />
          <Checkbox label={t('producer.choose.remember')} checked={remember} onValue={setRemember} />
          <Problem text={action.problem} />
          <div className={styles.buttons}>
            <Button type="submit" busy={action.busy}>
              {t('producer.choose.submit')}
            </Button>
            {onCancel && (
              <Button variant="quiet" onClick={onCancel}>
                {t('producer.choose.cancel')}
              </Button>
            )}
          </div>
        </form>
      </Card>
    </>
  )
}
