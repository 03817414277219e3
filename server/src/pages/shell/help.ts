import type { PayloadOf } from '@portico/contract/call'
import { HelpContent, type needHelp } from '@portico/contract/calls/content'
import type { Language } from '@portico/contract/page'
import type { Brand } from '@portico/rules/brand/types'
import * as v from 'valibot'
import type { ContentService } from '../../brands/content/service.ts'

const name = 'MBR_NEED_HELP'

/** A brand's help menu (NH-1) without entries for other brands' members; null if there is none, or it is invalid. */
export async function readHelp(
  content: ContentService,
  { brand, language }: { readonly brand: Brand; readonly language: Language },
): Promise<PayloadOf<typeof needHelp> | null> {
  const texts = await content.texts([name], { brand: brand.sharedBrandCode, language })
  const help = v.safeParse(v.pipe(v.string(), v.parseJson(), HelpContent), texts.get(name))
  if (!help.success) return null
  const own = [...brand.brandVisibility.codes, ...brand.brandVisibility.ids.map(String)]
  return {
    ...help.output,
    needHelpContent: help.output.needHelpContent.filter(({ brandVisibility }) =>
      brandVisibility.some((code) => own.includes(code)),
    ),
  }
}
