import type { PayloadOf } from '@portico/contract/call'
import { Tooltip, type tooltips } from '@portico/contract/calls/content'
import type { Language } from '@portico/contract/page'
import * as v from 'valibot'
import type { ContentService } from './service.ts'

/** Every tooltip of a brand by name (MN-6): the items of content type 'Tooltip'. An invalid one is left out. */
export async function readTooltips(
  content: ContentService,
  { brand, language }: { readonly brand: string; readonly language: Language },
): Promise<PayloadOf<typeof tooltips>> {
  const wish = { name: '*', contentType: 'Tooltip', qualifiers: [{ name: 'brand' as const, value: brand }] }
  const { contentResponse } = await content.answer([wish], language)
  return Object.fromEntries(
    contentResponse.flatMap(({ name, value }) => {
      const read = v.safeParse(v.pipe(v.string(), v.parseJson(), Tooltip), value)
      return read.success ? [[name, read.output]] : []
    }),
  )
}
