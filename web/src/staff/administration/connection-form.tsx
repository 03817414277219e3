import { changeConnection, makeConnection } from '@portico/contract/calls/connections'
import { audiences, connectionKinds } from '@portico/rules/identity/connection'
import { type FormEvent, type ReactNode, useState } from 'react'
import { api } from '../../base/api/api.ts'
import type { MessageId } from '../../base/texts/catalogues.ts'
import { useText } from '../../base/texts/text.tsx'
import { FormFrame } from '../../kit/forms/form-frame.tsx'
import { Options } from '../../kit/forms/options.tsx'
import { type Form, useForm } from '../../kit/forms/use-form.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './administration.module.css'
import {
  type ConnectionChoices,
  type ConnectionValues,
  findEntering,
  listChoices,
  listValues,
  readSettings,
} from './connection-settings.ts'
import { FormEnd } from './form-end.tsx'
import type { Connection, Connections } from './types.ts'

interface ConnectionFormProps {
  /** Null: a new connection. */
  readonly before: Connection | null
  readonly brands: Connections['brands']
  readonly onDone: (next: Connections, words: string) => void
  readonly onCancel: () => void
}

type Names = readonly (keyof ConnectionValues)[]
const optional: Names = ['domains', 'secret', 'groupsClaim', 'groupBase', 'factorValues', 'signOutUrl']
/** Fields that only one kind has, or requires. */
const ofKind: Readonly<Record<string, Names>> = {
  oidc: ['issuer', 'clientId'],
  saml: ['entityId', 'signInUrl', 'certificates'],
  ldap: ['servers', 'bindDn', 'base', 'loginAttribute'],
}
const ofSomeKind = new Set(Object.values(ofKind).flat())

/** Makes a version of a connection, which waits to be tried and for another administrator (OS-60). */
export function ConnectionForm({ before, brands, onDone, onCancel }: ConnectionFormProps) {
  const t = useText()
  const { form, choices, choose, failed, submit } = useConnectionForm({ before, brands, onDone })
  const { values } = form
  const isLdap = values.kind === 'ldap'

  const text = (name: keyof ConnectionValues, hint?: MessageId) => (
    <TextField
      {...form.field(name)}
      label={t(`administration.connections.field.${name}`)}
      hint={hint && t(hint)}
      // The form also has the connection's password or secret: the browser must not take another field for its user name.
      autoComplete={name === 'bindDn' || name === 'clientId' ? 'username' : 'off'}
      spellCheck={false}
      required={!optional.includes(name)}
    />
  )
  // A connection's card has its name above the form.
  const Title = before === null ? 'h2' : 'h3'
  return (
    <FormFrame form={form} className={styles.form} onSubmit={submit}>
      <Title className={styles.subtitle}>
        {t(before === null ? 'administration.connections.new' : 'administration.connections.change')}
      </Title>
      {before === null && (
        <div className={styles.pair}>
          {text('name')}
          <Select {...form.field('brand')} label={t('administration.connections.field.brand')}>
            <Options of={brands} value={({ code }) => code} text={({ name }) => name} />
            <option value="ALL">{t('administration.brands.all')}</option>
          </Select>
          <Select {...form.field('audience')} label={t('administration.connections.field.audience')}>
            <Options of={audiences} text={(one) => t(`administration.connections.audience.${one}`)} />
          </Select>
          <Select {...form.field('kind')} label={t('administration.connections.field.kind')}>
            <Options of={connectionKinds} text={(one) => t(`administration.connections.kind.${one}`)} />
          </Select>
        </div>
      )}
      {text('domains', 'administration.connections.field.domains-hint')}
      <KindFields form={form} text={text} choices={choices} onChoose={choose} />
      <div className={styles.pair}>
        {text('nameClaim', 'administration.connections.field.nameClaim-hint')}
        {!isLdap && text('groupsClaim')}
      </div>
      {values.audience === 'staff' && (
        <Checkbox
          label={t('administration.connections.field.makesPeople')}
          checked={choices.makesPeople}
          onValue={(makesPeople) => choose({ makesPeople })}
        />
      )}
      {!isLdap && (
        <Checkbox
          label={t('administration.connections.field.trustsFactor')}
          checked={choices.trustsFactor}
          onValue={(trustsFactor) => choose({ trustsFactor })}
        />
      )}
      {!isLdap && choices.trustsFactor && text('factorValues', 'administration.connections.field.factorValues-hint')}
      <FormEnd busy={form.busy} failed={failed} submit="administration.connections.save" onCancel={onCancel} />
    </FormFrame>
  )
}

function useConnectionForm({ before, brands, onDone }: Omit<ConnectionFormProps, 'onCancel'>) {
  const t = useText()
  const [choices, setChoices] = useState(() => listChoices(before))
  const choose = (change: Partial<ConnectionChoices>) => setChoices({ ...choices, ...change })
  const [failed, setFailed] = useState<MessageId | null>(null)
  const form = useForm({
    id: `connection-${before?.connectionId ?? 'new'}`,
    initial: listValues(before, brands[0]?.code ?? ''),
    secret: 'all',
    label: (name) => t(`administration.connections.field.${name}`),
    check: (name, values) => {
      const isOfOthers = ofSomeKind.has(name) && !ofKind[values.kind]?.includes(name)
      const isLeftOut = optional.includes(name) || isOfOthers
      if (!isLeftOut && values[name].trim() === '') return { code: 'field.required' }
      const code = isOfOthers ? null : findEntering(name, values, choices)
      return code === null ? null : { code }
    },
  })
  const submit = async (event: FormEvent) => {
    setFailed(null)
    try {
      const next = await form.submit(event, (typed) => {
        const { name, secret } = typed
        const { brand, audience, domains, settings } = readSettings(typed, choices)
        const body = { domains, settings, secret }
        return before === null
          ? api.call(makeConnection, { body: { ...body, name, brand, audience } })
          : api.call(changeConnection, { params: { connectionId: before.connectionId }, body })
      })
      if (next !== null) onDone(next, t('administration.connections.saved'))
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) setFailed('administration.failed')
    }
  }

  return { form, choices, choose, failed, submit }
}

interface KindFieldsProps {
  readonly form: Form<keyof ConnectionValues>
  /** A field of text. */
  readonly text: (name: keyof ConnectionValues, hint?: MessageId) => ReactNode
  readonly choices: ConnectionChoices
  readonly onChoose: (change: Partial<ConnectionChoices>) => void
}

/** Fields that only one kind of connection has. */
function KindFields({ form, text, choices, onChoose }: KindFieldsProps) {
  const t = useText()
  const { kind } = form.values
  const isLdap = kind === 'ldap'
  const secret = (
    <PasswordField
      {...form.field('secret')}
      label={t(`administration.connections.field.${isLdap ? 'bindPassword' : 'secret'}`)}
      hint={t('administration.connections.field.secret-hint')}
      // With `off`, browsers fill in the password that they know for this site, which would be stored as the secret.
      autoComplete="new-password"
    />
  )
  const certificates = (
    <TextArea
      {...form.field('certificates')}
      label={t(`administration.connections.field.${isLdap ? 'authorities' : 'certificates'}`)}
      hint={t(`administration.connections.field.${isLdap ? 'authorities' : 'certificates'}-hint`)}
      maxLength={32_000}
      dense
      required={!isLdap}
    />
  )
  const choice = (name: 'takesUnasked' | 'isActiveDirectory' | 'isWritable') => (
    <Checkbox
      label={t(`administration.connections.field.${name}`)}
      checked={choices[name]}
      onValue={(on) => onChoose({ [name]: on })}
    />
  )
  if (kind === 'oidc')
    return (
      <>
        <div className={styles.pair}>
          {text('issuer')}
          {text('clientId')}
        </div>
        {secret}
      </>
    )
  if (kind === 'saml')
    return (
      <>
        <div className={styles.pair}>
          {text('entityId')}
          {text('signInUrl')}
          {text('signOutUrl', 'administration.connections.field.signOutUrl-hint')}
        </div>
        {certificates}
        {choice('takesUnasked')}
      </>
    )
  return (
    <>
      {text('servers', 'administration.connections.field.servers-hint')}
      {certificates}
      <div className={styles.pair}>
        {text('bindDn')}
        {secret}
        {text('base')}
        {text('loginAttribute', 'administration.connections.field.loginAttribute-hint')}
      </div>
      {text('groupBase', 'administration.connections.field.groupBase-hint')}
      {choice('isActiveDirectory')}
      {choice('isWritable')}
    </>
  )
}
