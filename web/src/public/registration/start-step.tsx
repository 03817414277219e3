import { listUserTypes } from '@portico/rules/registration/choices'
import { zipCodeLength } from '@portico/rules/validation/zip-code'
import { useEffect, useRef } from 'react'
import { usePage } from '../../base/page-state.tsx'
import { useText } from '../../base/texts/text.tsx'
import { useHydrated } from '../../base/use-hydrated.ts'
import { Options } from '../../kit/forms/options.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './registration.module.css'
import type { RegistrationForm } from './registration-form.ts'
import type { Profile } from './use-known.ts'

interface StartStepProps {
  readonly form: RegistrationForm
  readonly profile: Profile | null
  readonly onStay: () => void
}

/** Who is registering, and where they live (RG-1, BR-11). */
export function StartStep({ form, profile, onStay }: StartStepProps) {
  const t = useText()
  const { brand } = usePage()
  const { error, ...choice } = form.field('userType')
  const zip = form.field('zipCode')
  const of = profile?.zipCode === zip.value && profile.userType === choice.value ? profile : null
  const counties = of !== null && (of.otherBrand === null || form.values.stay === zip.value) ? of.counties : []
  return (
    <>
      <RadioGroup
        id={choice.id}
        label={t('registration.userType')}
        options={listUserTypes(brand.code).map((value) => ({ value, label: t(`registration.userType.${value}`) }))}
        value={listUserTypes(brand.code).find((value) => value === choice.value) ?? ''}
        onValue={choice.onValue}
        error={error}
        required
      />
      <TextField
        {...zip}
        label={t('registration.zipCode')}
        hint={t('registration.zipCodeHint')}
        inputMode="numeric"
        autoComplete="postal-code"
        maxLength={zipCodeLength}
        onValue={(value) => zip.onValue(value.trim())}
        required
      />
      {counties.length > 1 && <CountySelect form={form} counties={counties} />}
      {of?.otherBrand && counties.length === 0 && <OtherBrand other={of.otherBrand} zip={zip.value} onStay={onStay} />}
    </>
  )
}

/** Appears if the ZIP code is in several counties, and then takes the focus. */
function CountySelect({ form, counties }: Pick<StartStepProps, 'form'> & Pick<Profile, 'counties'>) {
  const t = useText()
  const hydrated = useHydrated()
  const came = useRef(!hydrated)
  const field = form.field('county')
  useEffect(() => {
    if (!came.current && field.value === '') document.getElementById(field.id)?.focus()
    came.current = true
  }, [field.id, field.value])
  return (
    <Select {...field} label={t('registration.county')} hint={t('registration.countyHint')} required>
      <option value="">{t('registration.pick')}</option>
      <Options of={counties} value={({ fips }) => fips} text={({ name, state }) => `${name}, ${state}`} />
    </Select>
  )
}

interface OtherBrandProps {
  readonly other: NonNullable<Profile['otherBrand']>
  readonly zip: string
  readonly onStay: () => void
}

/** Another plan serves the ZIP code: leads to its own portal (BR-11). */
function OtherBrand({ other, zip, onStay }: OtherBrandProps) {
  const t = useText()
  const { brand } = usePage()
  const address = `/portal/${encodeURIComponent(other.brand)}?view=register&zipCode=${encodeURIComponent(zip)}`
  return (
    <Alert tone="info" role="status" title={t('registration.other.title', { zip, name: other.name })}>
      <p>{t(other.mayStay ? 'registration.other.member' : 'registration.other.text')}</p>
      <div className={styles.other}>
        <ButtonLink to={address}>{t('registration.other.go', { name: other.name })}</ButtonLink>
        {other.mayStay && (
          <Button variant="secondary" onClick={onStay}>
            {t('registration.other.stay', { name: brand.name })}
          </Button>
        )}
      </div>
    </Alert>
  )
}
