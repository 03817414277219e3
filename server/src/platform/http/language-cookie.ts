import type { Language } from '@portico/contract/page'
import type { CallContext } from './context.ts'

const keptS = 365 * 24 * 60 * 60

/** Stores a language in the browser, for as long as the page stores one chosen there. */
export function keepLanguage({ setCookie }: Pick<CallContext, 'setCookie'>, language: Language): void {
  setCookie('language', language, { httpOnly: false, maxAge: keptS })
}
