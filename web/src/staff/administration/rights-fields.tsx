import { everyBrand } from '@portico/rules/brand/every'
import { type Entitlement, entitlements } from '@portico/rules/staff/entitlements'
import { useText } from '../../base/texts/text.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FieldGroup } from '../../ui/field-group.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import styles from './administration.module.css'
import type { BrandChoices, StaffPerson } from './types.ts'

export type Rights = Pick<StaffPerson, 'kind' | 'entitlements' | 'brands'>

interface RightsFieldsProps {
  readonly rights: Rights
  readonly giving: BrandChoices
  readonly onChange: (rights: Rights) => void
  /** The server's error about the brands. */
  readonly brandsError?: string | undefined
}

/** A person's role, entitlements and brands (AD-2); nothing is ticked in advance. */
export function RightsFields({ rights, giving, onChange, brandsError }: RightsFieldsProps) {
  const t = useText()
  const { kind, brands } = rights
  const own = giving.me.brands
  const offered = giving.brands.filter(({ code }) => own === null || own.includes(code))
  const hasAll = brands.includes(everyBrand)
  const toggle = <One extends string>(list: readonly One[], one: One, on: boolean) =>
    on ? [...list.filter((other) => other !== one), one] : list.filter((other) => other !== one)
  return (
    <>
      <RadioGroup
        label={t('administration.kind')}
        value={kind}
        onValue={(value) => onChange({ ...rights, kind: value })}
        options={[
          { value: 'rep', label: t('administration.kind.rep') },
          { value: 'other', label: t('administration.kind.other') },
        ]}
      />
      <FieldGroup label={t('administration.entitlements')} hint={t('administration.entitlements.hint')}>
        <div className={styles.choices}>
          {entitlements.map((one: Entitlement) => (
            <Checkbox
              key={one}
              checked={rights.entitlements.includes(one)}
              onValue={(on) => onChange({ ...rights, entitlements: toggle(rights.entitlements, one, on) })}
              label={
                <>
                  {t(`administration.entitlement.${one}`)}
                  <span className={styles.explained}>{t(`administration.entitlement.${one}.text`)}</span>
                </>
              }
            />
          ))}
        </div>
      </FieldGroup>
      <FieldGroup label={t('administration.brands')} error={brandsError}>
        {own === null && (
          <Checkbox
            checked={hasAll}
            onValue={(on) => onChange({ ...rights, brands: on ? [everyBrand] : [] })}
            label={t('administration.brands.all')}
          />
        )}
        {!hasAll && (
          <div className={styles.brands}>
            {offered.map(({ code, name }) => (
              <Checkbox
                key={code}
                checked={brands.includes(code)}
                onValue={(on) => onChange({ ...rights, brands: toggle(brands, code, on) })}
                label={name}
              />
            ))}
          </div>
        )}
      </FieldGroup>
    </>
  )
}
