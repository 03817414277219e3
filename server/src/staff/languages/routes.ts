import * as calls from '@portico/contract/calls/languages'
import type { Binder } from '../../platform/http/bind.ts'
import { approve, withdraw } from './approve.ts'
import { markTexts } from './mark.ts'
import { findTexts, type LanguageParts, listReadings } from './show.ts'

/** Machine-translated languages, as a brand's readers read and approve them (LG-4). */
export function bindLanguages(binder: Binder, parts: LanguageParts): void {
  binder.bind(calls.listLanguageReadings, (input, context) => listReadings(parts, input, context))
  binder.bind(calls.readLanguageTexts, (input, context) => findTexts(parts, input, context))
  binder.bind(calls.markLanguageTexts, markTexts(parts))
  binder.bind(calls.approveLanguage, approve(parts))
  binder.bind(calls.withdrawLanguage, withdraw(parts))
}
