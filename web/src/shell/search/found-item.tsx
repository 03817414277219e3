import { toAuthored } from '@portico/rules/languages/authored'
import { markWords } from '@portico/rules/search/mark'
import { usePage } from '../../base/page-state.tsx'
import { Link } from '../../base/router/link.tsx'
import { MarkedParts } from '../../base/texts/marked-parts.tsx'
import { useText } from '../../base/texts/text.tsx'
import { Badge } from '../../ui/badge.tsx'
import type { Found } from './results.ts'
import styles from './search-view.module.css'

export interface FoundItemProps {
  readonly found: Found
  readonly term: string
}

/** One result: where it leads, what it says, and its kind; the words searched for are highlighted. */
export function FoundItem({ found, term }: FoundItemProps) {
  const t = useText()
  const { language } = usePage()
  const { kind, title, text, to, lang, signInFirst } = found
  return (
    <article className={styles.found}>
      <div className={styles.head}>
        <h2 className={styles.title} lang={lang} dir="auto">
          <Link to={to}>
            <MarkedParts parts={markWords(title, term, toAuthored(language))} />
          </Link>
        </h2>
        <Badge tone="neutral">{t(`search.kind.${kind}`)}</Badge>
      </div>
      <p className={styles.text} lang={lang} dir="auto">
        <MarkedParts parts={markWords(text, term, toAuthored(language))} />
      </p>
      {signInFirst && <p className={styles.note}>{t('search.signInFirst')}</p>}
    </article>
  )
}
