import { findDeclared, type SettingKey, type SettingValue } from './declared.ts'

/** A value as stored in a row of the app configuration. */
export interface StoredSetting {
  readonly boolean_value: boolean | null
  readonly string_value: string | null
}

export function toStoredSetting(value: SettingValue): StoredSetting {
  if (typeof value === 'boolean') return { boolean_value: value, string_value: null }
  return { boolean_value: null, string_value: Array.isArray(value) ? value.join(',') : String(value) }
}

/** The value in a row; null if it does not fit the setting's type: readers ignore it. */
export function toSetting(
  key: SettingKey,
  { boolean_value: truth, string_value: text }: StoredSetting,
): SettingValue | null {
  const { type } = findDeclared(key)
  if (type === 'switch') return truth
  if (text === null) return null
  if (type === 'number') return /^\d{1,9}$/.test(text) ? Number(text) : null
  if (type !== 'list') return text
  return text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
}
