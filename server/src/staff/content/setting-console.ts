import type { BodyOf, ParamsOf, PayloadOf } from '@portico/contract/call'
import type { changeSetting, settingHistory, settings } from '@portico/contract/calls/settings'
import { everyBrand } from '@portico/rules/brand/every'
import { type SettingKey, type SettingValue, settingKeys } from '@portico/rules/settings/declared'
import { jointProblems, type SettingSurroundings, valueProblem } from '@portico/rules/settings/judge'
import { payersIn } from '@portico/rules/settings/payers'
import { type StoredSetting, settingOf, storedSetting } from '@portico/rules/settings/stored'
import type { BrandService } from '../../brands/brand/service.ts'
import * as store from '../../brands/config-lists/setting-store.ts'
import { type Scope, scopeOf, worksFor } from '../../identity/rights/scope.ts'
import { audit } from '../../platform/audit/store.ts'
import type { Database, Reader } from '../../platform/db/database.ts'
import type { Asking } from '../../platform/http/asking.ts'
import { CallError, type FieldProblem, refuseFields } from '../../platform/http/call-error.ts'

type List = PayloadOf<typeof settings>
type Setting = List['settings'][number]
type Changed = PayloadOf<typeof changeSetting>

/** Settings as administrators see and change them, each for the brands they work for (CT-9). */
export interface SettingConsole {
  list(asking: Asking, brand: string): Promise<List>
  change(asking: Asking, at: ParamsOf<typeof changeSetting>, change: BodyOf<typeof changeSetting>): Promise<Changed>
  history(asking: Asking, at: ParamsOf<typeof settingHistory>): Promise<PayloadOf<typeof settingHistory>>
}

export function createSettingConsole(parts: {
  readonly database: Database
  readonly brands: BrandService
  readonly surroundings: SettingSurroundings
}): SettingConsole {
  const { database, brands, surroundings } = parts
  const codes = brands.all.map(({ brand }) => brand.code)

  return {
    list: async (asking, brand) => {
      const scope = await administrating(database.read, asking)
      requireReadable(scope, brand)
      const rows = await store.listSettings(database.read)
      const changes = await store.lastChanges(database.read, stored(brand))
      return {
        settings: settingKeys.map((key) => settingAt(brand, key, rows, changes)),
        editable: mayChange(scope, brand),
        brands: codes
          .filter((code) => worksFor(scope, code))
          .map((code) => ({ code, name: brands.loaded(code).texts[asking.language].name })),
        surroundings: { ...surroundings, scriptOrigins: [...surroundings.scriptOrigins] },
      }
    },

    change: (asking, { brand, key }, { changeId, basedOn, value, reason }) =>
      database.transaction(async (tx) => {
        const scope = await administrating(tx, asking)
        if (!mayChange(scope, brand)) throw new CallError('NOT-FOUND')
        await store.lockSettings(tx)
        const rows = await store.listSettings(tx)
        const before = await store.findChange(tx, changeId)
        if (before !== null) {
          if (before.brand !== stored(brand) || before.key !== key) throw new CallError('CONFLICT')
          const setting = settingAt(brand, key, rows, await store.lastChanges(tx, stored(brand)))
          return { setting, repeated: true, differs: !isSame(settingOf(key, before), value) }
        }
        const [last] = await store.listChanges(tx, stored(brand), key)
        if ((last?.change_id ?? null) !== basedOn) throw new CallError('CONFLICT')
        const fields = problemsOf(rows, { brand, key, value })
        refuseFields(fields)

        const was = store.settingsByBrand(rows)(stored(brand), key)
        const becomes = value === null ? null : storedSetting(value)
        await store.putSetting(tx, stored(brand), key, becomes)
        await store.addChange(tx, {
          change_id: changeId,
          brand: stored(brand),
          key,
          ...(becomes ?? unset),
          before_boolean: was?.boolean_value ?? null,
          before_string: was?.string_value ?? null,
          reason,
          changed_at: asking.now,
          account_id: scope.accountId,
          changed_by: scope.name,
        })
        const event = { action: 'setting.change', recordType: 'setting', recordId: changeId, memberId: null }
        await audit(tx, asking.principal, event, asking)
        const after = await store.listSettings(tx)
        const setting = settingAt(brand, key, after, await store.lastChanges(tx, stored(brand)))
        return { setting, repeated: false, differs: false }
      }),

    history: async (asking, { brand, key }) => {
      const scope = await administrating(database.read, asking)
      requireReadable(scope, brand)
      const changes = await store.listChanges(database.read, stored(brand), key)
      return {
        changes: changes.map((change) => ({
          ...changeOf(change),
          value: settingOf(key, change),
          before: settingOf(key, { boolean_value: change.before_boolean, string_value: change.before_string }),
        })),
      }
    },
  }

  function requireReadable(scope: Scope, brand: string): void {
    const isThere = brand === everyBrand || (codes.includes(brand) && worksFor(scope, brand))
    if (!isThere) throw new CallError('NOT-FOUND')
  }

  /** Only people who work for every brand may change what applies to every brand. */
  function mayChange(scope: Scope, brand: string): boolean {
    return brand === everyBrand ? scope.brands === null : codes.includes(brand) && worksFor(scope, brand)
  }

  /** The problems that a change would cause, in its own value or in settings of a brand it applies to. */
  function problemsOf(
    rows: readonly store.SettingRow[],
    change: { readonly brand: string; readonly key: SettingKey; readonly value: SettingValue | null },
  ): FieldProblem[] {
    const { brand, key, value } = change
    const own = value === null ? null : valueProblem(key, value, surroundings)
    if (own !== null) return [{ field: 'value', code: own.code }]
    if (isPayerOfAnother(rows, change)) return [{ field: 'value', code: 'settings.problem.payer' }]
    const others = rows.filter((row) => row.key !== key || row.brand !== stored(brand))
    const added = value === null ? [] : [{ brand: stored(brand), key, ...storedSetting(value) }]
    const found = store.settingsByBrand(rows)
    const then = store.settingsByBrand([...others, ...added])
    const problems = (set: typeof found, code: string) =>
      jointProblems((one) => {
        const row = set(code, one) ?? set(everyBrand, one)
        return row && settingOf(one, row)
      }, surroundings)
    const judged = brand === everyBrand ? [everyBrand, ...codes.map(stored)] : [stored(brand)]
    for (const code of judged) {
      const before = problems(found, code)
      const [problem] = [...problems(then, code)].filter(([at]) => !before.has(at))
      if (problem === undefined) continue
      const isOfAnother = code !== stored(brand)
      return [{ field: 'value', code: isOfAnother ? 'settings.problem.otherBrand' : problem[1].code }]
    }
    return []
  }

  function settingAt(
    brand: string,
    key: SettingKey,
    rows: readonly store.SettingRow[],
    changes: readonly store.SettingChange[],
  ): Setting {
    const at = store.settingsByBrand(rows)
    const value = at(stored(brand), key)
    const everywhere = brand === everyBrand ? null : at(everyBrand, key)
    const change = changes.find((one) => one.key === key)
    return {
      key,
      value: value && settingOf(key, value),
      everywhere: everywhere && settingOf(key, everywhere),
      changed: change ? changeOf(change) : null,
      brandsWithOwn: brand === everyBrand ? codes.filter((code) => at(stored(code), key) !== null) : [],
    }
  }
}

/** Whether a change would claim a payer that another brand has: its members would become this brand's. */
function isPayerOfAnother(
  rows: readonly store.SettingRow[],
  { brand, key, value }: { readonly brand: string; readonly key: SettingKey; readonly value: SettingValue | null },
): boolean {
  if (key !== 'IMPORT_PAYERS' || value === null) return false
  const others = rows.filter((row) => row.key === key && row.brand !== stored(brand) && row.brand !== everyBrand)
  const taken = new Set(others.flatMap((row) => payersIn(row.string_value ?? '')))
  return payersIn(storedSetting(value).string_value ?? '').some((name) => taken.has(name))
}

const unset: StoredSetting = { boolean_value: null, string_value: null }

/** A brand as rows of the app configuration name it. */
function stored(brand: string): string {
  return brand.toUpperCase()
}

async function administrating(db: Reader, { principal }: Asking): Promise<Scope> {
  const scope = await scopeOf(db, principal)
  if (!scope.entitlements.includes('administer')) throw new CallError('WRONG-ROLE')
  return scope
}

function changeOf({ change_id: changeId, changed_at: at, changed_by: by, reason }: store.SettingChange) {
  return { changeId, at: at.toISOString(), by, reason }
}

function isSame(one: SettingValue | null, other: SettingValue | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
