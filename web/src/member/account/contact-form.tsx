import { updateProfile } from '@portico/contract/calls/profile'
import { mapContact } from '@portico/rules/identity/contact'
import { limits } from '@portico/rules/limits'
import { formatPhone } from '@portico/rules/validation/phone'
import { phoneTypes } from '@portico/rules/validation/phone-type'
import { zipCodeLength } from '@portico/rules/validation/zip-code'
import { type FormEvent, Fragment, type ReactElement, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { setNickName } from '../../base/nick-name.ts'
import { useActsForPerson } from '../../base/page-state.tsx'
import type { MessageId } from '../../base/texts/catalogues.ts'
import { useText } from '../../base/texts/text.tsx'
import type { Values } from '../../kit/forms/field-problems.ts'
import { FormFrame } from '../../kit/forms/form-frame.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import styles from '../../kit/forms/screen.module.css'
import { type Form, useForm } from '../../kit/forms/use-form.ts'
import { AddressField } from '../../ui/address-field.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type ContactField, checkContactField } from './checks.ts'
import type { Profile, ProfileCardProps } from './contact.tsx'
import { enqueue } from './queue.ts'

const formId = 'contact-data'
const longestNickName = 100

/** Phone, address and the name that a person goes by (RG-2, RG-3). */
export function ContactForm({ profile, onChange }: ProfileCardProps) {
  const t = useText()
  const mayChange = !useActsForPerson()
  const [problem, setProblem] = useState<MessageId | null>(null)
  const form = useForm<ContactField>({
    id: formId,
    initial: toValues(profile),
    label: (name) => t(`profile.${name}`),
    check: checkContactField,
    serverTexts: { codes: { 'FIELD-INVALID': 'zip.invalid' } },
  })
  const submit = async (event: FormEvent) => {
    setProblem(null)
    try {
      const changed = await form.submit(event, ({ phoneType, ...typed }) =>
        enqueue(() =>
          api.call(updateProfile, {
            body: { ...typed, phoneType: phoneTypes.find((one) => one === phoneType) ?? null },
          }),
        ),
      )
      if (changed === null) return
      // The typed values are now the stored ones, so they stay, and so does the focus.
      form.forget()
      setNickName(changed.nickName)
      onChange('profile.saved', changed)
    } catch {
      setProblem('shell.failed')
    }
  }
  return (
    <Card title={t('profile.contact.title')}>
      <FormFrame form={form} className={styles.form} onSubmit={submit}>
        <ErrorSummary {...form.summary} incomplete={false} />
        <fieldset disabled={!mayChange} className={styles.fields}>
          <ContactFields form={form} state={profile.state} />
          {mayChange && (
            <div>
              <Button type="submit" busy={form.busy}>
                {t('account.save')}
              </Button>
            </div>
          )}
        </fieldset>
      </FormFrame>
      <Problem text={problem} />
    </Card>
  )
}

interface ContactFieldsProps {
  readonly form: Form<ContactField>
  /** The state of the ZIP code. */
  readonly state: Profile['state']
}

/** Every field has its control; a missing one does not compile. */
function ContactFields({ form, state }: ContactFieldsProps) {
  const t = useText()
  const zipCode = form.field('zipCode')
  const { value: phoneType, ...phoneTypeField } = form.field('phoneType')
  const controls: Readonly<Record<ContactField, ReactElement>> = {
    nickName: (
      <TextField
        {...form.field('nickName')}
        label={t('profile.nickName')}
        hint={t('profile.nickNameHint')}
        autoComplete="nickname"
        dir="auto"
        maxLength={longestNickName}
      />
    ),
    phone: <PhoneField {...form.field('phone')} label={t('profile.phone')} className={styles.narrow} />,
    phoneType: (
      <RadioGroup
        id={phoneTypeField.id}
        label={t('profile.phoneType')}
        options={phoneTypes.map((value) => ({ value, label: t(`profile.phoneType.${value}`) }))}
        value={phoneTypes.find((one) => one === phoneType) ?? ''}
        onValue={phoneTypeField.onValue}
      />
    ),
    address: <AddressField {...form.field('address')} label={t('profile.address')} />,
    city: (
      <TextField
        {...form.field('city')}
        label={t('profile.city')}
        dir="auto"
        autoComplete="address-level2"
        maxLength={limits.address.max}
      />
    ),
    zipCode: (
      <TextField
        {...zipCode}
        label={t('profile.zipCode')}
        hint={state === null ? undefined : t('profile.state', { state })}
        autoComplete="postal-code"
        inputMode="numeric"
        maxLength={zipCodeLength}
        className={styles.narrow}
        onValue={(value) => zipCode.onValue(value.trim())}
      />
    ),
  }
  return Object.entries(controls).map(([name, control]) => <Fragment key={name}>{control}</Fragment>)
}

function toValues(profile: Profile): Values<ContactField> {
  return {
    ...mapContact((name) => profile[name] ?? ''),
    phone: formatPhone(profile.phone ?? ''),
    phoneType: profile.phoneType ?? '',
  }
}
