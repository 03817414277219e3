import { findDeclared, type SettingKey, type SettingValue } from '@portico/rules/settings/declared'

const lengths = { minutes: 60_000, seconds: 1_000 } as const

/** The size of a typed unit in stored units: times are typed in minutes or seconds, and stored in milliseconds. */
function readUnit(key: SettingKey): number {
  const setting = findDeclared(key)
  return setting.type === 'number' && setting.typedIn !== undefined ? lengths[setting.typedIn] : 1
}

/** A value as its field shows it: `on` or `off`, a number, kinds separated by commas, an address, names. */
export function formatTyped(key: SettingKey, value: SettingValue | null): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value === 'object') return value.join(',')
  return String(typeof value === 'number' ? Math.round((value / readUnit(key)) * 1000) / 1000 : value)
}

/** The value for what was typed; if it has the wrong type, a value that the setting's rule refuses. */
export function parseTyped(key: SettingKey, typed: string): boolean | number | string | string[] {
  const text = typed.trim()
  const setting = findDeclared(key)
  if (setting.type === 'switch') return text === 'on' || text === 'off' ? text === 'on' : text
  if (setting.type === 'list') return text.split(',').filter(Boolean)
  if (setting.type === 'address' || setting.type === 'names') return text
  if (!/^\d{1,9}(\.\d{1,3})?$/.test(text)) return Number.NaN
  return setting.typedIn === undefined ? Number(text) : Math.round(Number(text) * readUnit(key))
}
