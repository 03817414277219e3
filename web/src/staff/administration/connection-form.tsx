import { changeConnection, makeConnection } from '@portico/contract/calls/connections'
import { audiences, connectionKinds } from '@portico/rules/identity/connection'
import { type FormEvent, useState } from 'react'
import { api } from '../../base/api/api.ts'
import type { MessageId } from '../../base/texts/catalogues.ts'
import { useText } from '../../base/texts/text.tsx'
import { FormFrame } from '../../kit/forms/form-frame.tsx'
import { Options } from '../../kit/forms/options.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import { useForm } from '../../kit/forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './administration.module.css'
import { type ConnectionValues, listValues, readSettings } from './connection-settings.ts'
import type { Connection, Connections } from './types.ts'

interface ConnectionFormProps {
  /** Null: a new one. */
  readonly before: Connection | null
  readonly brands: Connections['brands']
  readonly onDone: (next: Connections, words: string) => void
  readonly onCancel: () => void
}

const optional: readonly (keyof ConnectionValues)[] = ['domains', 'secret', 'groupsClaim', 'factorValues']
const ofOidc: readonly (keyof ConnectionValues)[] = ['issuer', 'clientId']
const ofSaml: readonly (keyof ConnectionValues)[] = ['entityId', 'signInUrl', 'certificates']

/** Makes a version of a connection, which waits to be tried and for another administrator (OS-60). */
export function ConnectionForm({ before, brands, onDone, onCancel }: ConnectionFormProps) {
  const t = useText()
  const known = before?.waiting ?? before?.live ?? null
  const [trustsFactor, setTrustsFactor] = useState(known?.settings.trustsFactor ?? false)
  const [failed, setFailed] = useState<MessageId | null>(null)
  const form = useForm({
    id: `connection-${before?.connectionId ?? 'new'}`,
    initial: listValues(before, brands[0]?.code ?? ''),
    secret: 'all',
    label: (name) => t(`administration.connections.field.${name}`),
    check: (name, values) => {
      const others = values.kind === 'oidc' ? ofSaml : ofOidc
      const isLeftOut = optional.includes(name) || others.includes(name)
      return !isLeftOut && values[name].trim() === '' ? { code: 'field.required' } : null
    },
  })
  const { values } = form
  const isOidc = values.kind === 'oidc'

  const submit = async (event: FormEvent) => {
    setFailed(null)
    try {
      const next = await form.submit(event, (typed) => {
        const { name, secret } = typed
        const { brand, audience, domains, settings } = readSettings(typed, trustsFactor)
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

  const text = (name: keyof ConnectionValues, hint?: MessageId) => (
    <TextField
      {...form.field(name)}
      label={t(`administration.connections.field.${name}`)}
      hint={hint && t(hint)}
      autoComplete="off"
      spellCheck={false}
      required={!optional.includes(name)}
    />
  )
  return (
    <FormFrame form={form} className={styles.form} onSubmit={submit}>
      <h3 className={styles.subtitle}>
        {t(before === null ? 'administration.connections.new' : 'administration.connections.change')}
      </h3>
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
      {isOidc ? (
        <>
          <div className={styles.pair}>
            {text('issuer')}
            {text('clientId')}
          </div>
          {text('secret', 'administration.connections.field.secret-hint')}
        </>
      ) : (
        <>
          <div className={styles.pair}>
            {text('entityId')}
            {text('signInUrl')}
          </div>
          <TextArea
            {...form.field('certificates')}
            label={t('administration.connections.field.certificates')}
            hint={t('administration.connections.field.certificates-hint')}
            maxLength={16_000}
            dense
            required
          />
        </>
      )}
      <div className={styles.pair}>
        {text('nameClaim', 'administration.connections.field.nameClaim-hint')}
        {text('groupsClaim')}
      </div>
      <Checkbox
        label={t('administration.connections.field.trustsFactor')}
        checked={trustsFactor}
        onValue={setTrustsFactor}
      />
      {trustsFactor && text('factorValues', 'administration.connections.field.factorValues-hint')}
      <Problem text={failed} />
      <div className={styles.buttons}>
        <Button type="submit" busy={form.busy}>
          {t('administration.connections.save')}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {t('form.cancel')}
        </Button>
      </div>
    </FormFrame>
  )
}
