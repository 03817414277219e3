import { markWords } from '@portico/rules/search/words'
import { useText } from '../messages/text.tsx'
import { Link } from '../router/link.tsx'
import { Badge } from '../ui/badge.tsx'
import type { Found } from './results.ts'
import styles from './search-view.module.css'

export interface FoundItemProps {
  readonly found: Found
  readonly term: string
}

/** One result: where it leads, what it says, of what kind it is; the words searched for are marked. */
export function FoundItem({ found, term }: FoundItemProps) {
  const t = useText()
  const { kind, title, text, to, lang, signInFirst } = found
  return (
    <article className={styles.found}>
      <div className={styles.head}>
        <h2 className={styles.title} lang={lang} dir="auto">
          <Link to={to}>
            <Marked text={title} term={term} />
          </Link>
        </h2>
        <Badge tone="neutral">{t(`search.kind.${kind}`)}</Badge>
      </div>
      <p className={styles.text} lang={lang} dir="auto">
        <Marked text={text} term={term} />
      </p>
      {signInFirst && <p className={styles.note}>{t('search.signInFirst')}</p>}
    </article>
  )
}

function Marked({ text, term }: { readonly text: string; readonly term: string }) {
  return markWords(text, term).map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
    part.hit ? <mark key={at}>{part.text}</mark> : part.text,
  )
}
