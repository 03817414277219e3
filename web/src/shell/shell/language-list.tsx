import { usePage } from '../../base/page-state.tsx'
import { Link } from '../../base/router/link.tsx'
import { useText } from '../../base/texts/text.tsx'
import { chooseLanguage } from './choose-language.ts'

/** Languages in the selector (LG-2): the portal's own switch to that language, the others link to their notice of free help. */
export function useLanguageEntries() {
  const { shell, languages } = usePage()
  const { languageMenu, meaningfulAccess } = shell
  const others = languageMenu.languages.filter(({ languageCode }) =>
    languages.offered.every(({ code }) => code !== languageCode),
  )
  return {
    portal: languages.offered,
    others: meaningfulAccess
      ? others.map(({ languageCode, nativeName }) => ({
          languageCode,
          nativeName,
          href: `${meaningfulAccess.href}${meaningfulAccess.href.includes('?') ? '&' : '?'}language=${languageCode}`,
        }))
      : [],
    additional: languageMenu.additional,
  }
}

/** The same as a list of links, for the footer. */
export function LanguageList({ className }: { readonly className: string | undefined }) {
  const t = useText()
  const { language } = usePage()
  const { portal, others, additional } = useLanguageEntries()
  return (
    <ul className={className}>
      {portal.map(({ code, tag, name }) => (
        <li key={code}>
          <button
            type="button"
            lang={tag}
            aria-current={code === language ? 'true' : undefined}
            onClick={() => chooseLanguage(code)}
          >
            {name}
          </button>
        </li>
      ))}
      {others.map(({ languageCode, nativeName, href }) => (
        <li key={languageCode}>
          <Link to={href} lang={languageCode} aria-label={`${nativeName}, ${t('footer.languageAssistance')}`}>
            {nativeName}
          </Link>
        </li>
      ))}
      {additional && (
        <li>
          <Link to={additional.href}>{additional.text}</Link>
        </li>
      )}
    </ul>
  )
}
