import { updateAgencyPreference } from '@portico/contract/calls/agencies'
import { brokerLobs } from '@portico/rules/agencies/selling'
import { type FormEvent, useState } from 'react'
import { api } from '../base/api/api.ts'
import { useAction } from '../base/api/use-action.ts'
import type { MessageId } from '../base/texts/catalogues.ts'
import { useText } from '../base/texts/text.tsx'
import { Options } from '../kit/forms/options.tsx'
import { Problem } from '../kit/forms/problem.tsx'
import lettering from '../kit/layout/lettering.module.css'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { FieldGroup } from '../ui/field-group.tsx'
import { Select } from '../ui/select.tsx'
import styles from './producer.module.css'
import type { Choices, PartProps } from './types.ts'

/** What the portal opens with for a person, and which agencies they see together (AG-2). */
export function Preferences({ choices, onChoices }: PartProps) {
  const t = useText()
  const [preferred, setPreferred] = useState(choices.preference)
  const action = useAction({}, 'producer.failed')
  const change = (part: Partial<Choices['preference']>) => setPreferred({ ...preferred, ...part })
  const first = choices.choices.find(
    (one) => one.agencyId === preferred.agencyIdPref && one.region === preferred.regionPref,
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void action.run(async () => {
      const next = await api.call(updateAgencyPreference, { body: preferred })
      onChoices(next, t('producer.preferences.saved'))
    })
  }
  return (
    <Card className={styles.narrow}>
      <p className={lettering.key}>{t('producer.preferences.text')}</p>
      <form method="post" noValidate className={styles.form} onSubmit={submit}>
        <Select
          label={t('producer.preferences.first')}
          value={first ? `${first.agencyId} ${first.region}` : ''}
          onValue={(value) => {
            const one = choices.choices.find(({ agencyId, region }) => `${agencyId} ${region}` === value)
            change({ agencyIdPref: one?.agencyId ?? null, regionPref: one?.region ?? null })
          }}
        >
          <option value="">{t('producer.preferences.no-first')}</option>
          <Options
            of={choices.choices}
            value={(one) => `${one.agencyId} ${one.region}`}
            text={(one) => t('producer.agency', { agency: one.agencyName, region: one.regionName })}
          />
        </Select>
        <Checkbox
          label={t('producer.preferences.remember')}
          checked={preferred.rememberAgencyRegion}
          onValue={(rememberAgencyRegion) => change({ rememberAgencyRegion })}
        />
        <Checkbox
          label={t('producer.preferences.broker')}
          checked={preferred.isBrokerAgencyPref}
          onValue={(isBrokerAgencyPref) => change({ isBrokerAgencyPref })}
        />
        <p className={lettering.key}>{t('producer.preferences.broker.hint')}</p>
        {preferred.isBrokerAgencyPref && <BrokerFields {...{ choices, preferred }} onChange={change} />}
        <Problem text={action.problem} />
        <div className={styles.buttons}>
          <Button type="submit" busy={action.busy}>
            {t('producer.preferences.save')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

interface BrokerFieldsProps {
  readonly choices: Choices
  readonly preferred: Choices['preference']
  readonly onChange: (part: Partial<Choices['preference']>) => void
}

/** For brokers of record: the line of business they open, and the agencies they look at together. */
function BrokerFields({ choices, preferred, onChange }: BrokerFieldsProps) {
  const t = useText()
  return (
    <>
      <Select
        label={t('producer.preferences.lob')}
        hint={t('producer.preferences.lob.hint')}
        value={preferred.brokerAgencyPrefLob ?? ''}
        onValue={(value) => onChange({ brokerAgencyPrefLob: brokerLobs.find((lob) => lob === value) ?? null })}
      >
        <option value="">{t('producer.preferences.lob.none')}</option>
        <option value="MA">{t('producer.line.ma')}</option>
        <option value="ACA">{t('producer.line.aca')}</option>
      </Select>
      <Together
        label="producer.preferences.360"
        choices={choices}
        chosen={preferred.broker360Agencies}
        onChange={(broker360Agencies) => onChange({ broker360Agencies })}
      />
      <Together
        label="producer.preferences.360-aca"
        choices={choices}
        chosen={preferred.broker360ACAAgencies}
        onChange={(broker360ACAAgencies) => onChange({ broker360ACAAgencies })}
      />
    </>
  )
}

interface TogetherProps {
  readonly label: MessageId
  readonly choices: Choices
  readonly chosen: readonly string[]
  readonly onChange: (chosen: string[]) => void
}

function Together({ label, choices, chosen, onChange }: TogetherProps) {
  const t = useText()
  const agencies = new Map(choices.choices.map(({ agencyId, agencyName }) => [agencyId, agencyName]))
  return (
    <FieldGroup label={t(label)}>
      {[...agencies].map(([agencyId, name]) => (
        <Checkbox
          key={agencyId}
          label={name}
          checked={chosen.includes(agencyId)}
          onValue={(on) => onChange(on ? [...chosen, agencyId] : chosen.filter((one) => one !== agencyId))}
        />
      ))}
    </FieldGroup>
  )
}
