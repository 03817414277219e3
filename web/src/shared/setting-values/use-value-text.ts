import { parseApprovals } from '@portico/rules/languages/approvals'
import { findDeclared, type SettingKey, type SettingValue } from '@portico/rules/settings/declared'
import { useFormat } from '../../base/texts/format.ts'
import { useText, useTexts } from '../../base/texts/text.tsx'
import { durationText } from './duration-text.ts'
import { nameLanguage } from './name-language.ts'

/** `valueText(key, value)`: a value in words, such as "15 minutes". */
export function useValueText(): (key: SettingKey, value: SettingValue | null) => string {
  const t = useText()
  const { locale } = useTexts()
  const format = useFormat()
  return (key, value) => {
    const setting = findDeclared(key)
    if (value === null || (Array.isArray(value) && value.length === 0)) return t('settings.nothing')
    if (typeof value === 'boolean') return t(value ? 'settings.on' : 'settings.off')
    if (typeof value === 'object') {
      const names = value.map((one) => (key === 'LANGUAGES' ? nameLanguage(one, locale) : one))
      return names.join(', ')
    }
    if (key === 'APPROVED_LANGUAGES')
      return [...(parseApprovals(String(value))?.keys() ?? [])].map((one) => nameLanguage(one, locale)).join(', ')
    if (setting.type !== 'number') return String(value)
    const count = Number(value)
    if (setting.unit === 'ms') return durationText(count, locale)
    return setting.unit === 'MB'
      ? t('settings.megabytes', { count: format.number(count) })
      : t(`settings.${setting.unit}`, { count })
  }
}
