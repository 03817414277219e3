import { inviteStaff } from '@portico/contract/calls/administration'
import { staffRoles } from '@portico/rules/staff/staff-roles'
import { checkEmail } from '@portico/rules/validation/email'
import { checkLoginId, normalizeLoginId } from '@portico/rules/validation/login-id'
import { checkName } from '@portico/rules/validation/name'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { usePage } from '../../base/page-state.tsx'
import type { MessageId } from '../../base/texts/catalogues.ts'
import { useText } from '../../base/texts/text.tsx'
import { FormFrame } from '../../kit/forms/form-frame.tsx'
import { Options } from '../../kit/forms/options.tsx'
import { useForm } from '../../kit/forms/use-form.ts'
import lettering from '../../kit/layout/lettering.module.css'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './administration.module.css'
import { FormEnd } from './form-end.tsx'
import { type Rights, RightsFields } from './rights-fields.tsx'
import type { BrandChoices } from './types.ts'

interface InviteFormProps {
  readonly giving: BrandChoices
  readonly onDone: (words: string) => void
  readonly onCancel: () => void
}

/** Invites a member of staff (AD-2), who chooses a password through the link in an e-mail. */
export function InviteForm({ giving, onDone, onCancel }: InviteFormProps) {
  const t = useText()
  const home = usePage().brand.code
  const own = giving.me.brands
  const offered = giving.brands.filter(({ code }) => own === null || own.includes(code))
  const start = (offered.find(({ code }) => code === home) ?? offered[0])?.code ?? ''
  const [rights, setRights] = useState<Rights>({
    kind: 'rep',
    entitlements: [...staffRoles.rep],
    brands: start === '' ? [] : [start],
  })
  const [failed, setFailed] = useState<MessageId | null>(null)
  const form = useForm({
    id: 'invite-staff',
    initial: {
      firstName: '',
      lastName: '',
      email: '',
      loginId: '',
      brand: start,
    },
    secret: 'personal',
    label: (name) => t(`administration.field.${name}`),
    check: (name, values) => {
      const value = values[name].trim()
      if (name === 'loginId') return checkLoginId(normalizeLoginId(value))
      if (name === 'email') return checkEmail(value, { required: true, longTopLevel: true })
      return name === 'brand' ? null : checkName(value)
    },
  })
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])

  const submit = async (event: FormEvent) => {
    setFailed(null)
    try {
      const answer = await form.submit(event, (values) => api.call(inviteStaff, { body: { ...values, ...rights } }))
      if (answer !== null) onDone(t(answer.outcome === 'done' ? 'administration.invited' : 'administration.waits'))
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) setFailed('administration.failed')
    }
  }

  return (
    <FormFrame form={form} className={styles.form} onSubmit={submit} aria-labelledby="invite-staff-title">
      <h2 id="invite-staff-title" className={styles.subtitle}>
        {t('administration.invite')}
      </h2>
      <p className={lettering.key}>{t('administration.invite.text')}</p>
      <div className={styles.pair}>
        <TextField ref={first} {...form.field('firstName')} label={t('administration.field.firstName')} required />
        <TextField {...form.field('lastName')} label={t('administration.field.lastName')} required />
        <TextField
          {...form.field('email')}
          type="email"
          label={t('administration.field.email')}
          autoComplete="off"
          required
        />
        <TextField
          {...form.field('loginId')}
          label={t('administration.field.loginId')}
          hint={t('administration.field.loginId-hint')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
        />
        <Select {...form.field('brand')} label={t('administration.field.brand')}>
          <Options of={offered} value={({ code }) => code} text={({ name }) => name} />
        </Select>
      </div>
      <RightsFields rights={rights} giving={giving} onChange={setRights} />
      <FormEnd busy={form.busy} failed={failed} submit="administration.invite.send" onCancel={onCancel} />
    </FormFrame>
  )
}
