import { proposeBrand } from '@portico/contract/calls/brand-console'
import { memberNumberForms, scenes } from '@portico/rules/brand/types'
import { type FormEvent, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { ApiError } from '../../base/api/error.ts'
import type { MessageId } from '../../base/texts/catalogues.ts'
import { useText } from '../../base/texts/text.tsx'
import { FormFrame } from '../../kit/forms/form-frame.tsx'
import { Options } from '../../kit/forms/options.tsx'
import { type Form, useForm } from '../../kit/forms/use-form.ts'
import { FieldGroup } from '../../ui/field-group.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './administration.module.css'
import { DrawingField } from './brand-drawing.tsx'
import { BrandLook } from './brand-look.tsx'
import {
  type BrandValues,
  type Drawings,
  drawingNames,
  listBrandValues,
  type OwnBrand,
  type OwnBrands,
  readBrandFields,
} from './brand-values.ts'
import { FormEnd } from './form-end.tsx'

interface BrandFormProps {
  /** Null: a new brand. */
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
const hints: Partial<Record<keyof BrandValues, MessageId>> = {
  code: 'administration.ownbrands.field.code-hint',
  radius: 'administration.ownbrands.field.radius-hint',
  phone: 'administration.ownbrands.field.phone-hint',
  memberPhone: 'administration.ownbrands.field.other-hint',
  medicaidPhone: 'administration.ownbrands.field.other-hint',
  nursePhone: 'administration.ownbrands.field.nursePhone-hint',
  address: 'administration.ownbrands.field.address-hint',
  domain: 'administration.ownbrands.field.domain-hint',
  furtherDomains: 'administration.ownbrands.field.spaces-hint',
  shopDomain: 'administration.ownbrands.field.derived-hint',
  medicareDomain: 'administration.ownbrands.field.derived-hint',
  emailSender: 'administration.ownbrands.field.emailSender-hint',
  state: 'administration.ownbrands.field.state-hint',
  states: 'administration.ownbrands.field.states-hint',
  counties: 'administration.ownbrands.field.counties-hint',
  reason: 'administration.ownbrands.field.reason-hint',
}
const reach = [
  ...(['phone', 'memberPhone', 'medicaidPhone', 'tty', 'hoursEn', 'hoursEs'] as const),
  ...(['nursePhone', 'nurseHoursEn', 'nurseHoursEs', 'address'] as const),
]
const places = [
  'domain',
  'furtherDomains',
  'shopDomain',
  'medicareDomain',
  'emailSender',
  'state',
  'states',
  'counties',
] as const
const links = ['youtube', 'facebook', 'twitter', 'pinterest', 'linkedIn', 'hmBlog', 'hmInstagram'] as const
const noDrawings: Drawings = { logo: '', logoOnDark: '', mark: '' }

/** Adds or changes a brand, which waits for another administrator (BR-8). */
export function BrandForm({ before, onDone, onCancel }: BrandFormProps) {
  const t = useText()
  const { form, drawings, failed, submit } = useBrandForm(before, onDone)
  return (
    <FormFrame form={form} className={styles.form} onSubmit={submit}>
      <h3 className={styles.subtitle}>
        {t(before === null ? 'administration.ownbrands.new' : 'administration.ownbrands.change', {
          name: before?.fields?.name ?? before?.code ?? '',
        })}
      </h3>
      <div className={styles.pair}>
        {before === null && <BrandText form={form} name="code" />}
        <BrandTexts form={form} names={['name', 'taglineEn', 'taglineEs', 'legalEn', 'legalEs']} />
      </div>
      <LookFields form={form} />
      <div className={styles.pair}>
        {drawingNames.map((name) => (
          <DrawingField
            key={name}
            id={`brand-drawing-${name}`}
            label={t(`administration.ownbrands.field.${name}`)}
            hint={t(`administration.ownbrands.field.${name}-hint`)}
            error={drawings.wrong.includes(name) ? t('brand.drawing') : undefined}
            chosen={drawings.chosen[name]}
            onChosen={(svg) => drawings.choose(name, svg)}
          />
        ))}
      </div>
      <FieldGroup label={t('administration.ownbrands.reach')}>
        <div className={styles.pair}>
          <BrandTexts form={form} names={reach} />
        </div>
      </FieldGroup>
      <FieldGroup label={t('administration.ownbrands.places')}>
        <div className={styles.pair}>
          <BrandTexts form={form} names={places} />
        </div>
      </FieldGroup>
      <FieldGroup label={t('administration.ownbrands.number')} hint={t('administration.ownbrands.number-hint')}>
        <div className={styles.pair}>
          <Select {...form.field('numberForm')} label={t('administration.ownbrands.field.numberForm')}>
            <Options of={memberNumberForms} text={(one) => t(`administration.ownbrands.number.${one}`)} />
          </Select>
          <BrandTexts form={form} names={['numberMin', 'numberMax']} />
        </div>
      </FieldGroup>
      <FieldGroup label={t('administration.ownbrands.links')} hint={t('administration.ownbrands.links-hint')}>
        <div className={styles.pair}>
          {links.map((name) => (
            <div key={name}>
              <BrandText form={form} name={name} />
            </div>
          ))}
        </div>
      </FieldGroup>
      <BrandText form={form} name="reason" />
      <FormEnd busy={form.busy} failed={failed} submit="administration.ownbrands.save" onCancel={onCancel} />
    </FormFrame>
  )
}

/** The typed and drawn values, and their proposal. */
function useBrandForm(before: BrandFormProps['before'], onDone: BrandFormProps['onDone']) {
  const t = useText()
  const [chosen, setChosen] = useState<Drawings>(before?.waiting?.drawings ?? noDrawings)
  const [wrong, setWrong] = useState<readonly string[]>([])
  const [failed, setFailed] = useState<MessageId | null>(null)
  const form: BrandFormState = useForm({
    id: `brand-${before?.code ?? 'new'}`,
    initial: listBrandValues(before),
    secret: 'all',
    label: (name) => t(`administration.ownbrands.field.${name}`),
    check: (name, values) => (isRequired(name) && values[name].trim() === '' ? { code: 'field.required' } : null),
  })
  const propose = async (typed: BrandValues) => {
    const fields = readBrandFields(typed)
    const body = { basedOn: before?.version ?? 0, reason: typed.reason, fields, drawings: chosen }
    try {
      return await api.call(proposeBrand, { params: { code: typed.code.trim().toLowerCase() }, body })
    } catch (error) {
      const entries = error instanceof ApiError ? error.entries : []
      setWrong(drawingNames.filter((one) => entries.some(({ field }) => field === one)))
      throw error
    }
  }
  const submit = async (event: FormEvent) => {
    setFailed(null)
    setWrong([])
    try {
      const next = await form.submit(event, propose)
      if (next !== null) onDone(next, t('administration.ownbrands.saved'))
    } catch (error) {
      const code = error instanceof ApiError ? error.code : error instanceof Error ? error.name : ''
      if (code === 'CONFLICT') setFailed('administration.ownbrands.conflict')
      else if (code !== 'AbortError' && code !== 'FIELD-INVALID') setFailed('administration.failed')
    }
  }
  const choose = (name: keyof Drawings, svg: string) => setChosen((known) => ({ ...known, [name]: svg }))
  return { form, drawings: { chosen, wrong, choose }, failed, submit }
}

type BrandFormState = Form<keyof BrandValues>

interface BrandTextProps {
  readonly form: BrandFormState
  readonly name: keyof BrandValues
}

/** A text field; with several lines for legal texts and addresses. */
function BrandText({ form, name }: BrandTextProps) {
  const t = useText()
  const hint = hints[name]
  const texts = {
    ...form.field(name),
    label: t(`administration.ownbrands.field.${name}`),
    hint: hint && t(hint),
    required: isRequired(name),
  }
  return name === 'legalEn' || name === 'legalEs' || name === 'address' ? (
    <TextArea {...texts} maxLength={400} dense />
  ) : (
    <TextField {...texts} autoComplete="off" />
  )
}

interface BrandTextsProps {
  readonly form: BrandFormState
  readonly names: readonly (keyof BrandValues)[]
}

function BrandTexts({ form, names }: BrandTextsProps) {
  return names.map((name) => <BrandText key={name} form={form} name={name} />)
}

/** Colors and shapes, and how they look. */
function LookFields({ form }: { readonly form: BrandFormState }) {
  const t = useText()
  const { primary, accent, radius, header } = form.values
  return (
    <FieldGroup label={t('administration.ownbrands.look')} hint={t('administration.ownbrands.look-hint')}>
      <div className={styles.pair}>
        <TextField
          {...form.field('primary')}
          type="color"
          label={t('administration.ownbrands.field.primary')}
          required
        />
        <TextField {...form.field('accent')} type="color" label={t('administration.ownbrands.field.accent')} required />
        <BrandText form={form} name="radius" />
        <Select {...form.field('header')} label={t('administration.ownbrands.field.header')}>
          <Options of={['light', 'dark'] as const} text={(one) => t(`administration.ownbrands.header.${one}`)} />
        </Select>
        <Select {...form.field('scene')} label={t('administration.ownbrands.field.scene')}>
          <Options of={scenes} text={(one) => t(`administration.ownbrands.scene.${one}`)} />
        </Select>
      </div>
      <BrandLook {...{ primary, accent, radius: Number(radius) || 0 }} header={header === 'dark' ? 'dark' : 'light'} />
    </FieldGroup>
  )
}
