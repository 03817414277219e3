import type { PayloadOf } from '@portico/contract/call'
import type { publicConfig } from '@portico/contract/calls/config'
import type { Reader } from '../../platform/db/database.ts'
import { listConfigRows } from './setting-store.ts'

type ConfigList = PayloadOf<typeof publicConfig>

const every = 'ALL'

/**
 * The settings of an application or configuration group, for a brand or application (CT-3), by key. 'ALL' in a row applies to every
 * one, but a row that names the application or brand takes precedence. 'ALL' in a request asks for every application, and for values
 * that apply to every brand. The public list has the settings that their declaration calls public.
 */
export async function listConfig(
  db: Reader,
  request: { readonly application: string; readonly brand: string; readonly secure: boolean },
): Promise<ConfigList> {
  const application = request.application.toUpperCase()
  const rows = await listConfigRows(db, { ...request, application, brand: request.brand.toUpperCase() })
  const named = new Set(rows.filter((row) => row.application !== every).map(({ key }) => key))
  const chosen = new Map<string, (typeof rows)[number]>()
  for (const row of rows) {
    if (row.application === every && application !== every && named.has(row.key)) continue
    const key = `${row.application} ${row.key}`
    if (row.brand !== every || !chosen.has(key)) chosen.set(key, row)
  }
  return {
    configs: [...chosen.values()].map((row) => ({
      key: row.key,
      ...(row.config_group !== null && { group: row.config_group }),
      ...(row.boolean_value !== null && { booleanValue: row.boolean_value }),
      ...(row.string_value !== null && { stringValue: row.string_value }),
    })),
  }
}

/** Keys of the secure list that are set to yes; a missing setting means no. */
export async function settingsOn(
  db: Reader,
  list: { readonly application: string; readonly brand: string },
): Promise<ReadonlySet<string>> {
  const { configs } = await listConfig(db, { ...list, secure: true })
  return new Set(configs.filter(({ booleanValue }) => booleanValue === true).map(({ key }) => key))
}
