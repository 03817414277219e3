import { proposeBrand } from '@portico/contract/calls/brand-console'
import { memberNumberForms, scenes } from '@portico/rules/brand/types'
import { type FormEvent, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { ApiError } from '../../base/api/error.ts'
import type { MessageId } from '../../base/texts/catalogues.ts'
import { useText } from '../../base/texts/text.tsx'
import { FormFrame } from '../../kit/forms/form-frame.tsx'
import { Options } from '../../kit/forms/options.tsx'
import { useForm } from '../../kit/forms/use-form.ts'
import { FieldGroup } from '../../ui/field-group.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './administration.module.css'
import { DrawingField } from './brand-drawing.tsx'
import { BrandLook } from './brand-look.tsx'
import {
  type Drawings,
  drawingNames,
  listBrandValues,
  type OwnBrand,
  type OwnBrands,
  readBrandFields,
} from './brand-values.ts'
import { FormEnd } from './form-end.tsx'

interface BrandFormProps {
  /** Null: a new one. */
  readonly before: OwnBrand | null
  readonly onDone: (next: OwnBrands, words: string) => void
  readonly onCancel: () => void
}

const required = [
  'code',
  'reason',
  'name',
  'taglineEn',
  'taglineEs',
  'legalEn',
  'legalEs',
  'hoursEn',
  'hoursEs',
  'tty',
  'domain',
  'numberMin',
  'numberMax',
  'primary',
  'accent',
  'radius',
] as const
const isRequired = (name: string) => required.some((one) => one === name)
const links = ['youtube', 'facebook', 'twitter', 'pinterest', 'linkedIn', 'hmBlog', 'hmInstagram'] as const
const noDrawings: Drawings = { logo: '', logoOnDark: '', mark: '' }

/** Adds or changes a brand, which waits for another administrator (BR-8). */
export function BrandForm({ before, onDone, onCancel }: BrandFormProps) {
  const t = useText()
  const [drawings, setDrawings] = useState<Drawings>(before?.waiting?.drawings ?? noDrawings)
  const [wrongDrawings, setWrongDrawings] = useState<readonly string[]>([])
  const [failed, setFailed] = useState<MessageId | null>(null)
  const form = useForm({
    id: `brand-${before?.code ?? 'new'}`,
    initial: listBrandValues(before),
    secret: 'all',
    label: (name) => t(`administration.ownbrands.field.${name}`),
    check: (name, values) => (isRequired(name) && values[name].trim() === '' ? { code: 'field.required' } : null),
  })
  const { values } = form

  const submit = async (event: FormEvent) => {
    setFailed(null)
    setWrongDrawings([])
    try {
      const next = await form.submit(event, (typed) => {
        const body = { basedOn: before?.version ?? 0, reason: typed.reason, fields: readBrandFields(typed), drawings }
        return api
          .call(proposeBrand, { params: { code: typed.code.trim().toLowerCase() }, body })
          .catch((error: unknown) => {
            const entries = error instanceof ApiError ? error.entries : []
            setWrongDrawings(drawingNames.filter((one) => entries.some(({ field }) => field === one)))
            throw error
          })
      })
      if (next !== null) onDone(next, t('administration.ownbrands.saved'))
    } catch (error) {
      const code = error instanceof ApiError ? error.code : error instanceof Error ? error.name : ''
      if (code === 'CONFLICT') setFailed('administration.ownbrands.conflict')
      else if (code !== 'AbortError' && code !== 'FIELD-INVALID') setFailed('administration.failed')
    }
  }

  const text = (name: keyof typeof values, hint?: MessageId) => (
    <TextField
      {...form.field(name)}
      label={t(`administration.ownbrands.field.${name}`)}
      hint={hint && t(hint)}
      autoComplete="off"
      required={isRequired(name)}
    />
  )
  const long = (name: 'legalEn' | 'legalEs' | 'address', hint?: MessageId) => (
    <TextArea
      {...form.field(name)}
      label={t(`administration.ownbrands.field.${name}`)}
      hint={hint && t(hint)}
      maxLength={400}
      dense
      required={isRequired(name)}
    />
  )
  return (
    <FormFrame form={form} className={styles.form} onSubmit={submit}>
      <h3 className={styles.subtitle}>
        {t(before === null ? 'administration.ownbrands.new' : 'administration.ownbrands.change', {
          name: before?.fields?.name ?? before?.code ?? '',
        })}
      </h3>
      <div className={styles.pair}>
        {before === null && text('code', 'administration.ownbrands.field.code-hint')}
        {text('name')}
        {text('taglineEn')}
        {text('taglineEs')}
        {long('legalEn')}
        {long('legalEs')}
      </div>
      <FieldGroup label={t('administration.ownbrands.look')} hint={t('administration.ownbrands.look-hint')}>
        <div className={styles.pair}>
          <TextField
            {...form.field('primary')}
            type="color"
            label={t('administration.ownbrands.field.primary')}
            required
          />
          <TextField
            {...form.field('accent')}
            type="color"
            label={t('administration.ownbrands.field.accent')}
            required
          />
          {text('radius', 'administration.ownbrands.field.radius-hint')}
          <Select {...form.field('header')} label={t('administration.ownbrands.field.header')}>
            <Options of={['light', 'dark'] as const} text={(one) => t(`administration.ownbrands.header.${one}`)} />
          </Select>
          <Select {...form.field('scene')} label={t('administration.ownbrands.field.scene')}>
            <Options of={scenes} text={(one) => t(`administration.ownbrands.scene.${one}`)} />
          </Select>
        </div>
        <BrandLook
          {...{ primary: values.primary, accent: values.accent, radius: Number(values.radius) || 0 }}
          header={values.header === 'dark' ? 'dark' : 'light'}
        />
      </FieldGroup>
      <div className={styles.pair}>
        {drawingNames.map((name) => (
          <DrawingField
            key={name}
            id={`brand-drawing-${name}`}
            label={t(`administration.ownbrands.field.${name}`)}
            hint={t(`administration.ownbrands.field.${name}-hint`)}
            error={wrongDrawings.includes(name) ? t('brand.drawing') : undefined}
            chosen={drawings[name]}
            onChosen={(svg) => setDrawings((known) => ({ ...known, [name]: svg }))}
          />
        ))}
      </div>
      <FieldGroup label={t('administration.ownbrands.reach')}>
        <div className={styles.pair}>
          {text('phone', 'administration.ownbrands.field.phone-hint')}
          {text('memberPhone', 'administration.ownbrands.field.other-hint')}
          {text('medicaidPhone', 'administration.ownbrands.field.other-hint')}
          {text('tty')}
          {text('hoursEn')}
          {text('hoursEs')}
          {long('address', 'administration.ownbrands.field.address-hint')}
        </div>
      </FieldGroup>
      <FieldGroup label={t('administration.ownbrands.places')}>
        <div className={styles.pair}>
          {text('domain', 'administration.ownbrands.field.domain-hint')}
          {text('furtherDomains', 'administration.ownbrands.field.spaces-hint')}
          {text('shopDomain', 'administration.ownbrands.field.derived-hint')}
          {text('medicareDomain', 'administration.ownbrands.field.derived-hint')}
          {text('emailSender', 'administration.ownbrands.field.emailSender-hint')}
          {text('state', 'administration.ownbrands.field.state-hint')}
          {text('states', 'administration.ownbrands.field.states-hint')}
          {text('counties', 'administration.ownbrands.field.counties-hint')}
        </div>
      </FieldGroup>
      <FieldGroup label={t('administration.ownbrands.number')} hint={t('administration.ownbrands.number-hint')}>
        <div className={styles.pair}>
          <Select {...form.field('numberForm')} label={t('administration.ownbrands.field.numberForm')}>
            <Options of={memberNumberForms} text={(one) => t(`administration.ownbrands.number.${one}`)} />
          </Select>
          {text('numberMin')}
          {text('numberMax')}
        </div>
      </FieldGroup>
      <FieldGroup label={t('administration.ownbrands.links')} hint={t('administration.ownbrands.links-hint')}>
        <div className={styles.pair}>
          {links.map((name) => (
            <div key={name}>{text(name)}</div>
          ))}
        </div>
      </FieldGroup>
      {text('reason', 'administration.ownbrands.field.reason-hint')}
      <FormEnd busy={form.busy} failed={failed} submit="administration.ownbrands.save" onCancel={onCancel} />
    </FormFrame>
  )
}
