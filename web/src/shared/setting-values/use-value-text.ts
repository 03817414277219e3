import { findDeclared, type SettingKey, type SettingValue } from '@portico/rules/settings/declared'
import { useFormat } from '../../base/texts/format.ts'
import { locales, useText, useTexts } from '../../base/texts/text.tsx'
import { durationText } from './duration-text.ts'

/** `valueText(key, value)`: a value in words, such as "15 minutes". */
export function useValueText(): (key: SettingKey, value: SettingValue | null) => string {
  const t = useText()
  const { language } = useTexts()
  const format = useFormat()
  return (key, value) => {
    const setting = findDeclared(key)
    if (value === null) return t('settings.nothing')
    if (typeof value === 'boolean') return t(value ? 'settings.on' : 'settings.off')
    if (typeof value === 'object') return value.join(', ')
    if (setting.type !== 'number') return String(value)
    const count = Number(value)
    if (setting.unit === 'ms') return durationText(count, locales[language])
    return setting.unit === 'MB'
      ? t('settings.megabytes', { count: format.number(count) })
      : t(`settings.${setting.unit}`, { count })
  }
}
