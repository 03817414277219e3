import { findDeclared, type SettingKey, type SettingValue } from '@portico/rules/settings/declared'

const second = 1000

/** A value as its field shows it: `on` or `off`, a number (times in seconds), kinds separated by commas, an address, names. */
export function formatTyped(key: SettingKey, value: SettingValue | null): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value === 'object') return value.join(',')
  const setting = findDeclared(key)
  const isTime = setting.type === 'number' && setting.unit === 'ms'
  return String(isTime ? Number(value) / second : value)
}

/** The value for what was typed; if it has the wrong type, a value that the setting's rule refuses. */
export function parseTyped(key: SettingKey, typed: string): boolean | number | string | string[] {
  const text = typed.trim()
  const setting = findDeclared(key)
  if (setting.type === 'switch') return text === 'on' || text === 'off' ? text === 'on' : text
  if (setting.type === 'list') return text.split(',').filter(Boolean)
  if (setting.type === 'address' || setting.type === 'names') return text
  if (!/^\d{1,9}(\.\d{1,3})?$/.test(text)) return Number.NaN
  return setting.unit === 'ms' ? Math.round(Number(text) * second) : Number(text)
}
