import { everyBrand } from '@portico/rules/brand/every'
import type { PortalSettingKey } from '@portico/rules/settings/declared'
import type { Reader } from '../../platform/db/database.ts'
import { listOwnValues, listPortalSettings } from './setting-store.ts'

/** The portal's own settings for one brand, from the app configuration's application PORTAL; any of them may be missing. */
export interface Settings {
  text(key: PortalSettingKey): string | null
  /** Null also if the value is not a number. */
  number(key: PortalSettingKey): number | null
  /** Returns `otherwise` if nothing is set. */
  isOn(key: PortalSettingKey, otherwise: boolean): boolean
}

/** A row that names the brand outranks one for ALL. */
export async function readSettings(db: Reader, brand: string): Promise<Settings> {
  const rows = await listPortalSettings(db, brand.toUpperCase())
  const findSetting = (key: PortalSettingKey) =>
    rows.find((row) => row.key === key && row.brand !== everyBrand) ?? rows.find((row) => row.key === key)
  const text = (key: PortalSettingKey) => findSetting(key)?.string_value ?? null
  return {
    text,
    number: (key) => {
      const value = text(key)
      return value === null || !/^\d+$/.test(value) ? null : Number(value)
    },
    isOn: (key, otherwise) => findSetting(key)?.boolean_value ?? otherwise,
  }
}

/** The values of a setting for the brands that have their own, by the brand's code. */
export async function readSettingOfBrands(db: Reader, key: PortalSettingKey): Promise<Map<string, string>> {
  const rows = await listOwnValues(db, key)
  return new Map(rows.map((row) => [row.brand.toLowerCase(), row.string_value ?? '']))
}
