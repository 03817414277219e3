import { everyBrand } from '@portico/rules/brand/every'
import { type Entitlement, entitlements } from '@portico/rules/staff/entitlements'
import { findStaffRole, staffRoleNames, staffRoles, worksWithMembers } from '@portico/rules/staff/staff-roles'
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

/** A person's tasks, each of which ticks the entitlements it needs, and their brands (AD-2). */
export function RightsFields({ rights, giving, onChange, brandsError }: RightsFieldsProps) {
  const t = useText()
  const { brands } = rights
  const role = findStaffRole(rights.entitlements) ?? 'own'
  const own = giving.me.brands
  const offered = giving.brands.filter(({ code }) => own === null || own.includes(code))
  const hasAll = brands.includes(everyBrand)
  const toggle = <One extends string>(list: readonly One[], one: One, on: boolean) =>
    on ? [...list.filter((other) => other !== one), one] : list.filter((other) => other !== one)
  const give = (given: readonly Entitlement[]) =>
    onChange({ ...rights, entitlements: [...given], kind: worksWithMembers(given) ? 'rep' : 'other' })
  return (
    <>
      <RadioGroup
        label={t('administration.role')}
        value={role}
        onValue={(value) => value !== 'own' && give(staffRoles[value])}
        options={[...staffRoleNames, ...(role === 'own' ? (['own'] as const) : [])].map((value) => ({
          value,
          label: t(`administration.role.${value}`),
        }))}
      />
      <FieldGroup label={t('administration.entitlements')} hint={t('administration.entitlements.hint')}>
        <div className={styles.choices}>
          {entitlements.map((one: Entitlement) => (
            <Checkbox
              key={one}
              checked={rights.entitlements.includes(one)}
              onValue={(on) => give(toggle(rights.entitlements, one, on))}
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
