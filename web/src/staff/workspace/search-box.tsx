import { Search, X } from 'lucide-react'
import { type FormEvent, type Ref, useState } from 'react'
import { useText } from '../../base/texts/text.tsx'
import styles from './search-box.module.css'

interface SearchBoxProps {
  readonly ref: Ref<HTMLInputElement>
  /** The current search; '' for none. */
  readonly value: string
  readonly onSearch: (text: string) => void
}

/** Searches messages, subjects and members; what is typed stays only in this page. */
export function ThreadSearchBox({ ref, value, onSearch }: SearchBoxProps) {
  const t = useText()
  const [text, setText] = useState(value)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const words = text.trim()
    onSearch(words.length < 2 ? '' : words)
  }
  const clear = () => {
    setText('')
    onSearch('')
  }
  return (
    <search className={styles.search}>
      <form method="post" className={styles.form} onSubmit={submit}>
        <input
          ref={ref}
          type="search"
          name="work"
          className={styles.field}
          aria-label={t('workspace.search')}
          placeholder={t('workspace.search')}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {value !== '' && (
          <button type="button" className={styles.button} aria-label={t('workspace.search.clear')} onClick={clear}>
            <X aria-hidden="true" />
          </button>
        )}
        <button type="submit" className={styles.button} aria-label={t('workspace.search.go')}>
          <Search aria-hidden="true" />
        </button>
      </form>
    </search>
  )
}
