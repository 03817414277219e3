import type { Device } from '@portico/rules/account-security/device'
import type { Translate } from '../../base/texts/text.tsx'

/** `Chrome on Windows`, or as much of it as is known. */
export function deviceName({ kind, browser, system }: Device, t: Translate): string {
  if (browser !== null && system !== null) return t('account.device.both', { browser, system })
  if (kind === 'program') return t('account.device.program')
  return browser ?? (system === null ? t('account.device.unknown') : t('account.device.system', { system }))
}
