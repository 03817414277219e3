import type { PayloadOf } from '@portico/contract/call'
import { tooltips } from '@portico/contract/calls/content'
import { api } from '../../base/api/api.ts'

export type Dictionary = PayloadOf<typeof tooltips>

let asked: Promise<Dictionary> | null = null

/**
 * All tooltips of the page's brand by name, requested once (MN-6). Empty if they are not available, since the page works without
 * them.
 */
export function tooltipDictionary(brand: string): Promise<Dictionary> {
  asked ??= api.call(tooltips, { query: { brand } }).catch(() => {
    asked = null
    return {}
  })
  return asked
}
