import { everyBrand } from '@portico/rules/brand/every'
import type { SettingKey, SettingValue } from '@portico/rules/settings/declared'
import { jointProblems, valueProblem } from '@portico/rules/settings/judge'
import { payersIn } from '@portico/rules/settings/payers'
import { toSetting, toStoredSetting } from '@portico/rules/settings/stored'
import * as store from '../../brands/config-lists/setting-store.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { FieldProblem } from '../../platform/http/call-error.ts'
import { findUnread } from '../languages/reading.ts'
import type { SettingParts } from './setting-parts.ts'
import { listCodes, toStored } from './setting-scope.ts'

/** The same, plus problems that only the database knows. */
export async function findAllProblems(
  parts: SettingParts,
  tx: Tx,
  change: { readonly brand: string; readonly key: SettingKey; readonly value: SettingValue | null },
): Promise<readonly FieldProblem[]> {
  const rows = await store.listSettings(tx)
  const found = findProblems(parts, rows, change)
  if (found.length > 0) return found
  const before = store.settingsByBrand(rows)(toStored(change.brand), change.key)
  return findUnread(tx, change, before?.string_value ?? null)
}

/** The problems that a change would cause, in its own value or in settings of a brand it applies to. */
function findProblems(
  parts: SettingParts,
  rows: readonly store.SettingRow[],
  change: { readonly brand: string; readonly key: SettingKey; readonly value: SettingValue | null },
): FieldProblem[] {
  const { surroundings } = parts
  const { brand, key, value } = change
  const own = value === null ? null : valueProblem(key, value, surroundings)
  if (own !== null) return [{ field: 'value', code: own.code }]
  if (isPayerOfAnother(rows, change)) return [{ field: 'value', code: 'settings.problem.payer' }]
  const others = rows.filter((row) => row.key !== key || row.brand !== toStored(brand))
  const added = value === null ? [] : [{ brand: toStored(brand), key, ...toStoredSetting(value) }]
  const found = store.settingsByBrand(rows)
  const then = store.settingsByBrand([...others, ...added])
  const problems = (set: typeof found, code: string) =>
    jointProblems((one) => {
      const row = set(code, one) ?? set(everyBrand, one)
      return row && toSetting(one, row)
    }, surroundings)
  const judged = brand === everyBrand ? [everyBrand, ...listCodes(parts).map(toStored)] : [toStored(brand)]
  for (const code of judged) {
    const before = problems(found, code)
    const [problem] = [...problems(then, code)].filter(([at]) => !before.has(at))
    if (problem === undefined) continue
    const isOfAnother = code !== toStored(brand)
    return [{ field: 'value', code: isOfAnother ? 'settings.problem.otherBrand' : problem[1].code }]
  }
  return []
}

/** Whether a change would claim a payer of another brand, whose members would then become this brand's. */
function isPayerOfAnother(
  rows: readonly store.SettingRow[],
  { brand, key, value }: { readonly brand: string; readonly key: SettingKey; readonly value: SettingValue | null },
): boolean {
  if (key !== 'IMPORT_PAYERS' || value === null) return false
  const others = rows.filter((row) => row.key === key && row.brand !== toStored(brand) && row.brand !== everyBrand)
  const taken = new Set(others.flatMap((row) => payersIn(row.string_value ?? '')))
  return payersIn(toStoredSetting(value).string_value ?? '').some((name) => taken.has(name))
}
