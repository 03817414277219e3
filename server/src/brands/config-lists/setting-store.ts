import { everyBrand } from '@portico/rules/brand/every'
import { declaredSettings, publicSettingKeys, type SettingKey, settingKeys } from '@portico/rules/settings/declared'
import type { StoredSetting } from '@portico/rules/settings/stored'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

/** The application whose settings are the portal's own. */
const portal = 'PORTAL'

/** The value of a declared setting for a brand (its code in capital letters) or for ALL. */
export interface SettingRow extends StoredSetting {
  readonly brand: string
  readonly key: SettingKey
}

export type SettingChange = Selectable<Tables['setting_change']>

/** Runs settings changes one at a time: the state that a change was checked against stays until the change commits. */
export async function lockSettings(tx: Tx): Promise<void> {
  await sql`lock table app_config in share row exclusive mode`.execute(tx)
}

/** Every declared setting that has a value, for any brand. */
export async function listSettings(db: Reader): Promise<SettingRow[]> {
  const rows = await db
    .selectFrom('app_config')
    .select(['application', 'brand', 'key', 'boolean_value', 'string_value'])
    .where('key', 'in', settingKeys)
    .execute()
  return rows.flatMap(({ application, key, ...row }) => {
    const declared = settingKeys.find((one) => one === key && declaredSettings[one].application === application)
    return declared === undefined ? [] : [{ ...row, key: declared }]
  })
}

/** Sets a setting; null removes its value. */
export async function putSetting(tx: Tx, brand: string, key: SettingKey, stored: StoredSetting | null): Promise<void> {
  const { application } = declaredSettings[key]
  if (stored === null) {
    const places = tx.deleteFrom('app_config').where('application', '=', application)
    await places.where('brand', '=', brand).where('key', '=', key).execute()
    return
  }
  const group = application === portal ? null : application
  await tx
    .insertInto('app_config')
    .values({ application, brand, key, config_group: group, secure: true, ...stored })
    .onConflict((conflict) => conflict.columns(['application', 'brand', 'key']).doUpdateSet({ ...stored }))
    .execute()
}

export async function addChange(tx: Tx, change: Omit<SettingChange, 'place'>): Promise<void> {
  await tx.insertInto('setting_change').values(change).execute()
}

export async function findChange(tx: Tx, changeId: string): Promise<SettingChange | null> {
  const row = await tx.selectFrom('setting_change').selectAll().where('change_id', '=', changeId).executeTakeFirst()
  return row ?? null
}

/** The last change of each setting of a brand, or of ALL. */
export async function lastChanges(db: Reader, brand: string): Promise<SettingChange[]> {
  return db
    .selectFrom('setting_change')
    .selectAll()
    .distinctOn('key')
    .where('brand', '=', brand)
    .orderBy('key')
    .orderBy('place', 'desc')
    .execute()
}

/** The last hundred changes of one setting, latest first. */
export async function listChanges(db: Reader, brand: string, key: SettingKey): Promise<SettingChange[]> {
  return db
    .selectFrom('setting_change')
    .selectAll()
    .where('brand', '=', brand)
    .where('key', '=', key)
    .orderBy('place', 'desc')
    .limit(100)
    .execute()
}

export type SettingRequest = Selectable<Tables['setting_request']>

/** Stores a change that waits for a second administrator, replacing one that waited for the same setting. */
export async function keepRequest(
  tx: Tx,
  request: Omit<SettingRequest, 'state' | 'decided_by' | 'decided_at'>,
): Promise<void> {
  const { brand, key, asked_by: by, asked_at: at } = request
  const waiting = tx.updateTable('setting_request').set({ state: 'dropped', decided_by: by, decided_at: at })
  await waiting.where((eb) => eb.and({ brand, key, state: 'waiting' })).execute()
  await tx
    .insertInto('setting_request')
    .values({ ...request, state: 'waiting' })
    .execute()
}

export async function findRequest(tx: Tx, changeId: string): Promise<SettingRequest | null> {
  const row = await tx.selectFrom('setting_request').selectAll().where('change_id', '=', changeId).executeTakeFirst()
  return row ?? null
}

export async function listRequests(db: Reader, brand: string): Promise<SettingRequest[]> {
  return db
    .selectFrom('setting_request')
    .selectAll()
    .where((eb) => eb.and({ brand, state: 'waiting' }))
    .execute()
}

export async function settleRequest(
  tx: Tx,
  changeId: string,
  decided: { readonly state: 'confirmed' | 'dropped'; readonly by: string; readonly at: Date },
): Promise<void> {
  const { state, by, at } = decided
  await tx
    .updateTable('setting_request')
    .set({ state, decided_by: by, decided_at: at })
    .where('change_id', '=', changeId)
    .execute()
}

/** Settings by brand, its code in capital letters. */
export function settingsByBrand(rows: readonly SettingRow[]): (brand: string, key: SettingKey) => SettingRow | null {
  const known = new Map(rows.map((row) => [`${row.brand} ${row.key}`, row]))
  return (brand, key) => known.get(`${brand} ${key}`) ?? null
}

/** The settings of the portal itself, for a brand and for ALL. */
export function listPortalSettings(db: Reader, brand: string) {
  return db
    .selectFrom('app_config')
    .select(['brand', 'key', 'boolean_value', 'string_value'])
    .where('application', '=', portal)
    .where('brand', 'in', [brand, everyBrand])
    .execute()
}

/** The values that brands have set for themselves under a key of the portal. */
export function listOwnValues(db: Reader, key: string) {
  return db
    .selectFrom('app_config')
    .select(['brand', 'string_value'])
    .where('application', '=', portal)
    .where('key', '=', key)
    .where('brand', '!=', everyBrand)
    .execute()
}

/** The rows of an application or configuration group for a brand; `ALL` asks for those of every application. */
export function listConfigRows(
  db: Reader,
  { application, brand, secure }: { readonly application: string; readonly brand: string; readonly secure: boolean },
) {
  return db
    .selectFrom('app_config')
    .selectAll()
    .where((eb) =>
      secure ? eb('secure', '=', true) : eb.or([eb('secure', '=', false), eb('key', 'in', publicSettingKeys)]),
    )
    .where((eb) =>
      application === everyBrand
        ? eb.lit(true)
        : eb.or([eb('application', 'in', [application, everyBrand]), eb('config_group', '=', application)]),
    )
    .where('brand', 'in', [brand, everyBrand])
    .orderBy('key')
    .orderBy('application')
    .execute()
}
