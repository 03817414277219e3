import type { PageTimers } from '@portico/contract/page'
import { isOwnPath, isVendorTemplate } from '@portico/rules/session/keep-alive'
import { keepAliveLimits, timerOptions, wholeNumber } from '@portico/rules/session/timer-options'
import { DEFAULT_INACTIVITY, KEEP_ALIVE_INTERVAL_MS, MEMBER_INACTIVITY } from '@portico/rules/session/timing'
import type { PortalSettingKey } from '@portico/rules/settings/declared'
import type { Settings } from '../../brands/config-lists/settings.ts'

const keepAlivePath = '/rbsmbl/x-services/keepAlive'

/**
 * Timers of a page: the shell's after sign-in, the credential screens' before (SE-1 to SE-3), as the brand has configured them. An
 * invalid setting is ignored and reported to `warn`.
 */
export function readTimers(settings: Settings, signedIn: boolean, warn: (message: string) => void): PageTimers {
  const prefix = signedIn ? 'SESSION' : 'CREDENTIAL'
  const keys = {
    expiryMs: `${prefix}_EXPIRY_MS`,
    warningMs: `${prefix}_WARNING_MS`,
    checkMs: `${prefix}_CHECK_MS`,
  } as const
  const { options, ignored } = timerOptions(signedIn ? MEMBER_INACTIVITY : DEFAULT_INACTIVITY, {
    expiryMs: settings.text(keys.expiryMs),
    warningMs: settings.text(keys.warningMs),
    checkMs: settings.text(keys.checkMs),
  })
  for (const name of ignored) passOver(keys[name])

  const { min, max } = keepAliveLimits
  const isOn = signedIn && settings.isOn('KEEP_ALIVE', true)
  return {
    ...options,
    keepAliveMs: take('KEEP_ALIVE_MS', (text) => wholeNumber(text, min, max)) ?? KEEP_ALIVE_INTERVAL_MS,
    keepAlivePath: isOn ? (take('KEEP_ALIVE_PATH', (text) => (isOwnPath(text) ? text : null)) ?? keepAlivePath) : null,
    vendorKeepAlive: isOn ? take('VENDOR_KEEP_ALIVE', (text) => (isVendorTemplate(text) ? text : null)) : null,
  }

  function take<Value>(key: PortalSettingKey, read: (text: string) => Value | null): Value | null {
    const text = settings.text(key)
    const value = text === null ? null : read(text)
    if (text !== null && value === null) passOver(key)
    return value
  }

  function passOver(key: string): void {
    warn(`setting ${key} passed over: it makes no sense`)
  }
}

/** Settings with nothing set, for default timers. */
export const noSettings: Settings = { text: () => null, number: () => null, isOn: (_key, otherwise) => otherwise }
