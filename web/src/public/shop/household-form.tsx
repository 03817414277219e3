import { countiesOfZip } from '@portico/contract/calls/brand'
import { MAX_PEOPLE, type Market } from '@portico/rules/shop/lines'
import { OLDEST } from '@portico/rules/shop/rating'
import { plainDollars } from '@portico/rules/validation/dollars'
import { checkNumber } from '@portico/rules/validation/number'
import { checkZipCode, zipCodeLength } from '@portico/rules/validation/zip-code'
import { type FormEvent, useEffect, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useText } from '../../base/texts/text.tsx'
import type { FieldProblem, Values } from '../../kit/forms/field-problems.ts'
import { FormFrame } from '../../kit/forms/form-frame.tsx'
import { Options } from '../../kit/forms/options.tsx'
import { type Form, useForm } from '../../kit/forms/use-form.ts'
import lettering from '../../kit/layout/lettering.module.css'
import { type Basis, changeShopping, type Shopping } from '../../shared/shop-parts/basis.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './shop.module.css'

const places = Array.from({ length: MAX_PEOPLE }, (_, at) => at)

type Name = 'zipCode' | 'county' | 'people' | 'size' | 'income' | `age-${number}` | `tobacco-${number}`

function buildInitial({ basis, zipCode: known, age }: Shopping): Record<Name, string> {
  const { zipCode = known, county = '', people = [], income = null } = basis ?? {}
  const own: Record<string, string> = {
    zipCode,
    county,
    people: `${Math.max(1, people.length)}`,
    size: income === null ? '' : `${income.householdSize}`,
    income: income === null ? '' : `${income.cents / 100}`,
  }
  for (const at of places) {
    const first = at === 0 && basis === null ? age : null
    own[`age-${at}`] = `${people[at]?.age ?? first ?? ''}`
    own[`tobacco-${at}`] = people[at]?.tobacco ? 'true' : ''
  }
  return own as Record<Name, string>
}

interface HouseholdFormProps {
  readonly market: Market
  /** Whether the form leaves out tobacco and income: for dental and vision plans they change no price. */
  readonly isBrief?: boolean
  readonly shopping: Shopping
  /** Called once the household is known. */
  readonly onDone: () => void
}

/** Fills in where someone lives, which is known a moment later if they open the shop directly. */
function useHome({ values, fill }: Form<Name>, home: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once it is known, so that whoever clears the field may leave it empty
  useEffect(() => {
    if (home !== '' && values.zipCode === '') fill({ zipCode: home })
  }, [home])
}

/** Asks where people live and who needs coverage (SH-4), but not for names or phone numbers. */
export function HouseholdForm({ market, isBrief = false, shopping, onDone }: HouseholdFormProps) {
  const t = useText()
  const [counties, setCounties] = useState<readonly { readonly fips: string; readonly name: string }[]>([])
  const [failed, setFailed] = useState(false)
  const isMedicare = market === 'medicare'
  const form = useForm<Name>({
    id: `shop-${market}`,
    initial: buildInitial(shopping),
    // The browser tab stores it after it is submitted.
    secret: 'personal',
    label: (name) => t(name.startsWith('age-') ? 'shop.age' : 'shop.zip'),
    check: (name, values) => checkHousehold(name, values, counties.length > 1),
  })
  const { values } = form
  useHome(form, shopping.zipCode)
  const count = Number(values.people)

  const submit = async (event: FormEvent) => {
    setFailed(false)
    try {
      await form.submit(event, async () => {
        const found = await api.call(countiesOfZip, { body: { zipCode: values.zipCode } })
        if (found.counties.length === 0) return form.tell({ zipCode: { code: 'zip.unknown' } })
        setCounties(found.counties)
        const isKnown = found.counties.some(({ fips }) => fips === values.county)
        if (found.counties.length > 1 && !isKnown) return form.tell({ county: { code: 'select.not-chosen' } })
        const { basis: before, brief } = shopping
        changeShopping(market, {
          brief: isBrief && (before === null || brief || count > before.people.length),
          basis: readBasis(values, found.counties.length > 1),
        })
        onDone()
      })
    } catch {
      setFailed(true)
    }
  }

  return (
    <FormFrame form={form} className={styles.form} onSubmit={submit}>
      <TextField
        {...form.field('zipCode')}
        label={t('shop.zip')}
        inputMode="numeric"
        autoComplete="postal-code"
        maxLength={zipCodeLength}
        required
      />
      {counties.length > 1 && (
        <Select {...form.field('county')} label={t('shop.county')} hint={t('shop.county.hint')} required>
          <option value="">{t('shop.pick')}</option>
          <Options of={counties} value={({ fips }) => fips} text={({ name }) => name} />
        </Select>
      )}
      <Select {...form.field('people')} label={t(isMedicare ? 'shop.people.medicare' : 'shop.people')}>
        {places.map((at) => (
          <option key={at} value={at + 1}>
            {at + 1}
          </option>
        ))}
      </Select>
      <PeopleFields form={form} isBrief={isBrief} />
      {!isMedicare && !isBrief && <IncomeFields form={form} />}
      <div>
        <Button type="submit" busy={form.busy}>
          {t('shop.show')}
        </Button>
      </div>
      {failed && (
        <Alert tone="danger" role="alert">
          <p>{t('shop.failed')}</p>
        </Alert>
      )}
      <p className={lettering.small}>{t('shop.private')}</p>
    </FormFrame>
  )
}

interface PeopleFieldsProps {
  readonly form: Form<Name>
  readonly isBrief: boolean
}

function PeopleFields({ form, isBrief }: PeopleFieldsProps) {
  const t = useText()
  const { values } = form
  const count = Number(values.people)
  return places.slice(0, count).map((at) => (
    <fieldset key={at} className={styles.person}>
      <NumberField
        {...form.field(`age-${at}`)}
        label={count === 1 ? t('shop.age') : t('shop.age.of', { number: at + 1 })}
        maxLength={3}
        required
      />
      {!isBrief && (
        <Checkbox
          checked={values[`tobacco-${at}`] === 'true'}
          label={t('shop.tobacco')}
          onValue={(uses) => form.fill({ [`tobacco-${at}`]: uses ? 'true' : '' })}
        />
      )}
    </fieldset>
  ))
}

/** The income, for the tax credit. */
function IncomeFields({ form }: { readonly form: Form<Name> }) {
  const t = useText()
  return (
    <details>
      <summary>{t('shop.income.ask')}</summary>
      <div className={styles.form}>
        <p className={lettering.small}>{t('shop.income.about')}</p>
        <NumberField {...form.field('size')} label={t('shop.income.size')} maxLength={2} />
        <NumberField {...form.field('income')} label={t('shop.income')} maxLength={14} />
      </div>
    </details>
  )
}

function checkHousehold(name: Name, values: Values<Name>, isCountyAsked: boolean): FieldProblem | null {
  const people = Number(values.people)
  if (name === 'zipCode') return checkZipCode(values.zipCode)
  if (name === 'county') return isCountyAsked && values.county === '' ? { code: 'select.not-chosen' } : null
  const [field, at = ''] = name.split('-')
  if (field === 'age' && Number(at) < people)
    return checkNumber(values[name] ?? '', { required: true, places: 0, min: 0, max: OLDEST })
  const isAsked = values.size !== '' || values.income !== ''
  if (name === 'size' && isAsked) return checkNumber(values.size, { required: true, places: 0, min: 1, max: 20 })
  if (name === 'income' && isAsked)
    return checkNumber(plainDollars(values.income), { required: true, places: 0, min: 0, max: 10_000_000 })
  return null
}

function readBasis(values: Values<Name>, isCountyAsked: boolean): Basis {
  return {
    zipCode: values.zipCode,
    county: isCountyAsked ? values.county : '',
    people: places
      .slice(0, Number(values.people))
      .map((at) => ({ age: Number(values[`age-${at}`]), tobacco: values[`tobacco-${at}`] === 'true' })),
    income:
      values.income === ''
        ? null
        : { householdSize: Number(values.size), cents: Number(plainDollars(values.income)) * 100 },
  }
}
