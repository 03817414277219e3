import { findDeclared, type SettingKey } from '@portico/rules/settings/declared'
import type { MessageId } from '../../base/texts/catalogues.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { useValueText } from '../../shared/setting-values/use-value-text.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FieldGroup } from '../../ui/field-group.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './settings.module.css'
import { formatTyped, parseTyped } from './typed.ts'

interface ValueFieldProps {
  readonly settingKey: SettingKey
  readonly field: {
    readonly id: string
    readonly name: string
    readonly value: string
    readonly error: string | undefined
    readonly onValue: (value: string) => void
  }
}

const effects = {
  SESSION_EXPIRY_MS: 'settings.effect.SESSION_EXPIRY_MS',
  SESSION_WARNING_MS: 'settings.effect.SESSION_WARNING_MS',
  SESSION_CHECK_MS: 'settings.effect.SESSION_CHECK_MS',
  CREDENTIAL_EXPIRY_MS: 'settings.effect.CREDENTIAL_EXPIRY_MS',
  CREDENTIAL_WARNING_MS: 'settings.effect.CREDENTIAL_WARNING_MS',
  CREDENTIAL_CHECK_MS: 'settings.effect.CREDENTIAL_CHECK_MS',
  KEEP_ALIVE_MS: 'settings.effect.KEEP_ALIVE_MS',
  PASSWORD_MIN_LENGTH: 'settings.effect.PASSWORD_MIN_LENGTH',
  KEPT_CARD_DAYS: 'settings.effect.KEPT_CARD_DAYS',
  MESSAGES_PER_HOUR: 'settings.effect.MESSAGES_PER_HOUR',
} as const satisfies Partial<Record<SettingKey, MessageId>>

/** The text that says how a number affects people. */
function chooseEffect(key: SettingKey): MessageId | null {
  return key in effects ? effects[key as keyof typeof effects] : null
}

/** The control for a setting's type. */
export function ValueField({ settingKey, field }: ValueFieldProps) {
  const t = useText()
  const valueText = useValueText()
  const format = useFormat()
  const setting = findDeclared(settingKey)
  const label = t('settings.value')
  if (setting.type === 'switch') {
    const options = (['on', 'off'] as const).map((one) => ({ value: one, label: t(`settings.${one}`) }))
    const { value, ...rest } = field
    return (
      <RadioGroup {...rest} label={label} options={options} value={value === 'on' || value === 'off' ? value : ''} />
    )
  }
  if (setting.type === 'list') {
    const chosen = field.value.split(',').filter(Boolean)
    return (
      <FieldGroup label={label} error={field.error}>
        <div className={styles.kinds}>
          {setting.options.map((option, at) => (
            <Checkbox
              key={option}
              id={at === 0 ? field.id : `${field.id}-${option}`}
              label={valueText(settingKey, [option])}
              checked={chosen.includes(option)}
              onValue={(on) =>
                field.onValue(setting.options.filter((one) => (one === option ? on : chosen.includes(one))).join(','))
              }
            />
          ))}
        </div>
      </FieldGroup>
    )
  }
  if (setting.type === 'address') {
    return (
      <TextField {...field} label={t('settings.value.address')} inputMode="url" autoComplete="off" spellCheck={false} />
    )
  }
  if (setting.type === 'names') {
    return <TextField {...field} label={t('settings.value.names')} autoComplete="off" spellCheck={false} />
  }
  const { unit, typedIn, min, max } = setting
  const formatNumber = (one: number) => format.number(Number(formatTyped(settingKey, one)))
  const value = parseTyped(settingKey, field.value)
  const between = t('settings.between', { min: formatNumber(min), max: formatNumber(max) })
  const effect = Number.isFinite(value) ? chooseEffect(settingKey) : null
  const means = effect ? ` ${t(effect, { value: valueText(settingKey, value) })}` : ''
  return (
    <TextField
      {...field}
      label={t(`settings.value.${unit === 'ms' ? (typedIn ?? 'seconds') : unit}`)}
      hint={`${between}.${means}`}
      inputMode="decimal"
      autoComplete="off"
    />
  )
}
