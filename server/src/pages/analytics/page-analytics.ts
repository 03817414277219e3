import type { PageState } from '@portico/contract/page'
import { isAllowedScript, isTagAddress } from '@portico/rules/analytics/addresses'
import { analyticsId, findIntercept, tagHost } from '@portico/rules/analytics/tags'
import type { Brand } from '@portico/rules/brand/types'
import type { HostInfo } from '@portico/rules/environment/host'
import type { PortalSettingKey } from '@portico/rules/settings/declared'
import type { Settings } from '../../brands/config-lists/settings.ts'

/** Our own collector. */
export const collectorPath = '/tag'

/**
 * Where a page sends its tags, their id, and the vendor's script that it loads, as configured for the brand (AN-1). The default is our
 * own collector. A setting that is not allowed is ignored and reported to `warn`.
 */
export function readAnalytics(
  settings: Settings,
  options: {
    readonly brand: Brand
    readonly host: HostInfo
    /** Origins whose scripts may be loaded. */
    readonly scriptOrigins: readonly string[]
    warn(message: string): void
  },
): PageState['analytics'] {
  const { brand, host, scriptOrigins, warn } = options
  if (!settings.isOn('ANALYTICS', true)) return null
  const target = tagHost(host)
  const intercept = findIntercept(brand)
  return {
    address: take(target === 'production' ? 'TAG_ADDRESS_PROD' : 'TAG_ADDRESS_TEST', isTagAddress) ?? collectorPath,
    id: analyticsId(brand, target),
    script:
      intercept &&
      take(intercept === 'survey' ? 'SURVEY_SCRIPT' : 'FEEDBACK_SCRIPT', (text) =>
        isAllowedScript(text, scriptOrigins),
      ),
  }

  function take(key: PortalSettingKey, isAllowed: (text: string) => boolean): string | null {
    const text = settings.text(key)
    if (text === null || isAllowed(text)) return text
    warn(`setting ${key} passed over: it is not allowed`)
    return null
  }
}
