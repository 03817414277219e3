import { isAllowedScript, isTagAddress } from '../analytics/addresses.ts'
import { parseSenders } from '../feeds/thresholds.ts'
import { parseApprovals } from '../languages/approvals.ts'
import { isOwnPath, isVendorTemplate } from '../session/keep-alive.ts'
import { timerOptions } from '../session/timer-options.ts'
import { DEFAULT_INACTIVITY, MEMBER_INACTIVITY } from '../session/timing.ts'
import {
  type AddressShape,
  type DeclaredSetting,
  findDeclared,
  type SettingKey,
  type SettingValue,
} from './declared.ts'

/** What else a value depends on, besides the other settings. */
export interface SettingSurroundings {
  /** A session ends after this long without a call, in milliseconds. */
  readonly sessionIdleMs: number
  /** Origins from which pages may load scripts. */
  readonly scriptOrigins: readonly string[]
}

/** Every way in which a setting can be wrong; the catalogue of every language has a text for each. */
export const settingProblemCodes = [
  'settings.problem.switch',
  'settings.problem.number',
  'settings.problem.range',
  'settings.problem.list',
  'settings.problem.address',
  'settings.problem.names',
  'settings.problem.names.senders',
  'settings.problem.names.approvals',
  'settings.problem.address.path',
  'settings.problem.address.vendor',
  'settings.problem.address.tag',
  'settings.problem.address.script',
  'settings.problem.address.page',
  'settings.problem.warning',
  'settings.problem.warning-short',
  'settings.problem.check',
  'settings.problem.outlives',
  'settings.problem.keepAlive',
  'settings.problem.file',
  'settings.problem.message',
  /** Only the server can know what other brands have set. */
  'settings.problem.otherBrand',
] as const

/** Why a value is not possible: a code and the parameters for its text. */
export interface SettingProblem {
  readonly code: (typeof settingProblemCodes)[number]
  readonly params?: Readonly<Record<string, string | number>>
}

/** What is wrong with a value on its own (CT-9); null: nothing. */
export function valueProblem(
  key: SettingKey,
  value: SettingValue,
  { scriptOrigins }: Pick<SettingSurroundings, 'scriptOrigins'>,
): SettingProblem | null {
  const setting = findDeclared(key)
  if (!isOfKind(setting, value)) return { code: `settings.problem.${setting.type}` }
  if (setting.type === 'number') {
    const { min, max } = setting
    const isWithin = Number.isInteger(value) && Number(value) >= min && Number(value) <= max
    return isWithin ? null : { code: 'settings.problem.range', params: { min, max } }
  }
  if (setting.type === 'list') {
    const chosen = value as readonly string[]
    const isChosen =
      (chosen.length > 0 || setting.mayBeEmpty === true) && chosen.every((one) => setting.options.includes(one))
    return isChosen && new Set(chosen).size === chosen.length ? null : { code: 'settings.problem.list' }
  }
  if (setting.type === 'address' && !addresses[setting.shape](String(value), scriptOrigins)) {
    return { code: `settings.problem.address.${setting.shape}` }
  }
  if (setting.type !== 'names') return null
  if (!/[^;\s]/.test(String(value))) return { code: 'settings.problem.names' }
  const { shape } = setting
  if (shape === undefined) return null
  return parsers[shape](String(value)) === null ? { code: `settings.problem.names.${shape}` } : null
}

const parsers = { senders: parseSenders, approvals: parseApprovals } as const

function isOfKind({ type }: DeclaredSetting, value: SettingValue): boolean {
  if (type === 'list') return Array.isArray(value)
  return typeof value === ({ switch: 'boolean', number: 'number', address: 'string', names: 'string' } as const)[type]
}

const addresses: Readonly<Record<AddressShape, (address: string, scriptOrigins: readonly string[]) => boolean>> = {
  path: isOwnPath,
  vendor: isVendorTemplate,
  tag: isTagAddress,
  script: isAllowedScript,
  page: (address) => /^(https:\/\/[^/?#@\s\\]+([/?#]|$)|\/(?!\/))/i.test(address) && !/[\s\\]/.test(address),
}

/**
 * People have at least this long to answer that they are still there (WCAG 2.2.1); a credential form only starts over, and nothing of
 * theirs is lost.
 */
const shortestWarningMs = { SESSION: 20_000, CREDENTIAL: 5_000 } as const

/** The value that applies to a brand, set for it or for every brand; null: not set, so the default applies. */
export type SetValues = (key: SettingKey) => SettingValue | null

/**
 * What is wrong with a brand's settings in combination (CT-9): anything that would lock people out, end their session before the
 * warning, or promise what another setting forbids. Each problem is listed under the setting that shows it; a change that causes
 * one is refused.
 */
export function jointProblems(
  set: SetValues,
  { sessionIdleMs }: Pick<SettingSurroundings, 'sessionIdleMs'>,
): ReadonlyMap<SettingKey, SettingProblem> {
  const findRuling = (key: SettingKey) => Number(set(key) ?? findDeclared(key).otherwise)
  const found = new Map<SettingKey, SettingProblem>()
  for (const [prefix, defaults] of [
    ['SESSION', MEMBER_INACTIVITY],
    ['CREDENTIAL', DEFAULT_INACTIVITY],
  ] as const) {
    const text = (key: SettingKey) => set(key)?.toString() ?? null
    const { options, ignored } = timerOptions(defaults, {
      expiryMs: text(`${prefix}_EXPIRY_MS`),
      warningMs: text(`${prefix}_WARNING_MS`),
      checkMs: text(`${prefix}_CHECK_MS`),
    })
    const { expiryMs: expiry, warningMs } = options
    if (ignored.includes('warningMs')) {
      found.set(`${prefix}_WARNING_MS`, { code: 'settings.problem.warning', params: { expiry } })
    }
    const least = shortestWarningMs[prefix]
    if (!ignored.includes('warningMs') && expiry - warningMs < least) {
      found.set(`${prefix}_WARNING_MS`, { code: 'settings.problem.warning-short', params: { least, expiry } })
    }
    if (ignored.includes('checkMs')) {
      found.set(`${prefix}_CHECK_MS`, { code: 'settings.problem.check', params: { most: expiry - warningMs } })
    }
  }
  if (findRuling('SESSION_EXPIRY_MS') > sessionIdleMs) {
    const params = { idle: sessionIdleMs }
    if (set('KEEP_ALIVE') === false) found.set('SESSION_EXPIRY_MS', { code: 'settings.problem.outlives', params })
    else if (findRuling('KEEP_ALIVE_MS') >= sessionIdleMs) {
      found.set('KEEP_ALIVE_MS', { code: 'settings.problem.keepAlive', params })
    }
  }
  const message = findRuling('ATTACHMENT_TOTAL_MB')
  const day = findRuling('ATTACHMENT_DAY_MB')
  if (findRuling('ATTACHMENT_FILE_MB') > message) {
    found.set('ATTACHMENT_FILE_MB', { code: 'settings.problem.file', params: { message } })
  }
  if (message > day) found.set('ATTACHMENT_TOTAL_MB', { code: 'settings.problem.message', params: { day } })
  return found
}
