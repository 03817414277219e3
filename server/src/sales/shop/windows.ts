import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MarketWindows, Windows } from '@portico/rules/shop/windows'
import * as v from 'valibot'

const MonthDay = v.pipe(v.string(), v.regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/))
const Market = v.record(
  v.pipe(v.string(), v.regex(/^20\d\d$/)),
  v.object({
    begins: MonthDay,
    ends: MonthDay,
    forJanuary: MonthDay,
    forNextMonth: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(31))),
  }),
)
const File = v.object({
  source: v.string(),
  default: v.object({ under65: Market, medicare: Market }),
  brands: v.record(v.string(), v.object({ under65: v.optional(Market), medicare: v.optional(Market) })),
})

/** When each brand accepts enrollments: its own dates, or else the common ones (SH-9). */
export function loadWindows(contentDir: string): (brand: string) => Windows {
  const { default: ofAll, brands } = v.parse(
    File,
    JSON.parse(readFileSync(join(contentDir, 'enrollment-windows.json'), 'utf8')),
  )
  return (brand) => {
    const own = Object.hasOwn(brands, brand) ? brands[brand] : undefined
    return { under65: from(ofAll.under65, own?.under65), medicare: from(ofAll.medicare, own?.medicare) }
  }
}

/** A brand's own windows replace the common ones from their first year on. */
function from(ofAll: MarketWindows, own: MarketWindows = {}): MarketWindows {
  const [first = '9999'] = Object.keys(own).sort()
  return { ...Object.fromEntries(Object.entries(ofAll).filter(([year]) => year < first)), ...own }
}
