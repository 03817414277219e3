import type { Language } from '@portico/contract/page'
import { reloadPage } from '../../base/router/reload-page.ts'
import { setCookie } from '../../base/storage/cookies.ts'
import { year } from './preferences.ts'

/** Shows the page in another language: the server renders it again, at an address that is not tied to one language. */
export function chooseLanguage(language: Language) {
  setCookie('language', language, year)
  const url = new URL(location.href)
  if (url.searchParams.has('language')) {
    url.searchParams.delete('language')
    history.replaceState(history.state, '', url)
  }
  reloadPage()
}
