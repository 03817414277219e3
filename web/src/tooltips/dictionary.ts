import type { PayloadOf } from '@portico/contract/call'
import { tooltips } from '@portico/contract/calls/content'
import { api } from '../api/api.ts'

export type Dictionary = PayloadOf<typeof tooltips>

let asked: Promise<Dictionary> | null = null

/** All tooltips of the page's brand by name, asked for once (MN-6). Without them the page does as well: none then. */
export function tooltipDictionary(brand: string): Promise<Dictionary> {
  asked ??= api.call(tooltips, { query: { brand } }).catch(() => {
    asked = null
    return {}
  })
  return asked
}
