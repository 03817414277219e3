import type { PayloadOf } from '@portico/contract/call'
import { makeScimToken } from '@portico/contract/calls/provisioning'
import { everyBrand } from '@portico/rules/brand/every'
import type { ScimAudience } from '@portico/rules/scim/audience'
import { type FormEvent, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useText } from '../../base/texts/text.tsx'
import { Options } from '../../kit/forms/options.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './administration.module.css'
import type { ProvisioningOverview } from './provisioning.tsx'

type Made = PayloadOf<typeof makeScimToken>

interface TokenFormProps {
  readonly giving: ProvisioningOverview
  readonly onMade: () => void
  readonly onClose: () => void
}

/** Makes a token for an identity provider; it is shown only once and stored nowhere on the page (OS-69). */
export function TokenForm({ giving, onMade, onClose }: TokenFormProps) {
  const t = useText()
  const own = giving.me.brands
  const all = own === null ? [{ code: everyBrand, name: t('administration.brands.all') }] : []
  const offered = [...giving.brands.filter(({ code }) => own === null || own.includes(code)), ...all]
  const [name, setName] = useState('')
  const [brand, setBrand] = useState(offered[0]?.code ?? '')
  const [audience, setAudience] = useState<ScimAudience>('staff')
  const [invites, setInvites] = useState(false)
  const [made, setMade] = useState<Made | null>(null)
  const action = useAction(
    { 'FIELD-INVALID': 'administration.token.wrong', CONFLICT: 'administration.token.two' },
    'administration.failed',
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    return action.run(async () => {
      setMade(await api.call(makeScimToken, { body: { name, brand, audience, invites } }))
      onMade()
    })
  }
  if (made !== null) return <MadeToken made={made} brand={brand} onClose={onClose} />
  return (
    <form method="post" className={styles.form} onSubmit={submit}>
      <TextField
        label={t('administration.token.name')}
        hint={t('administration.token.name-hint')}
        value={name}
        maxLength={60}
        onValue={setName}
        required
      />
      <Select label={t('administration.field.brand')} value={brand} onValue={setBrand}>
        <Options of={offered} value={({ code }) => code} text={(one) => one.name} />
      </Select>
      <RadioGroup
        label={t('administration.token.audience')}
        value={audience}
        onValue={setAudience}
        options={[
          { value: 'staff', label: t('administration.token.staff') },
          { value: 'agents', label: t('administration.token.agents') },
        ]}
      />
      <Checkbox
        checked={invites}
        onValue={setInvites}
        label={
          <>
            {t('administration.token.invite')}
            <span className={styles.explained}>{t('administration.token.invite-text')}</span>
          </>
        }
      />
      <Problem text={action.problem} />
      <div className={styles.buttons}>
        <Button type="submit" busy={action.busy}>
          {t('administration.token.make')}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {t('form.cancel')}
        </Button>
      </div>
    </form>
  )
}

interface MadeTokenProps {
  readonly made: Made
  readonly brand: string
  readonly onClose: () => void
}

function MadeToken({ made, brand, onClose }: MadeTokenProps) {
  const t = useText()
  const address = `${location.origin}/scim/${brand === everyBrand ? '…' : brand}/v2`
  return (
    <div className={styles.form} role="status">
      <Alert tone="warning" title={t('administration.token.once')}>
        <p>{t(made.outcome === 'done' ? 'administration.token.works' : 'administration.token.waits')}</p>
      </Alert>
      <TextField label={t('administration.token.address')} value={address} readOnly onValue={() => undefined} />
      <TextField
        label={t('administration.token.secret')}
        value={made.secret}
        readOnly
        spellCheck={false}
        autoComplete="off"
        onValue={() => undefined}
      />
      <div className={styles.buttons}>
        <Button onClick={onClose}>{t('administration.token.noted')}</Button>
      </div>
    </div>
  )
}
