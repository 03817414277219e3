import type { PayloadOf } from '@portico/contract/call'
import { needHelp } from '@portico/contract/calls/content'
import type { PageState } from '@portico/contract/page'
import { api } from '../../base/api/api.ts'

export type HelpContent = PayloadOf<typeof needHelp>

/** The help menu's content (NH-1); the address changes with the content, so that browsers can cache the answer. */
export function fetchHelp({ brand, language, shell }: PageState): Promise<HelpContent> {
  return api.call(needHelp, { query: { brand: brand.code, language, version: shell.contentVersion } })
}
