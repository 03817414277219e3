import { limits } from '@portico/rules/limits'
import type { Problem } from '@portico/rules/validation/result'
import { checkSearch } from '@portico/rules/validation/search'
import { Search } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { links } from '../../base/router/links.ts'
import { useNavigate, useRoute } from '../../base/router/navigation.ts'
import { useText } from '../../base/texts/text.tsx'
import { classes } from '../../ui/classes.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './search-box.module.css'

export interface SearchBoxProps {
  /** For the box above the results: it checks the address's term at once, and shows errors in a separate place. */
  readonly ofResults?: boolean
}

/** The global search (VA-8): opens the results only if there is something to search for. */
export function SearchBox({ ofResults = false }: SearchBoxProps) {
  const t = useText()
  const navigate = useNavigate()
  const { searchQuery } = useRoute().query
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<Problem | null>(() =>
    ofResults && searchQuery !== undefined ? checkSearch(searchQuery) : null,
  )

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const term = input.current?.value ?? ''
    const found = checkSearch(term)
    setProblem(found)
    if (found) input.current?.focus()
    else navigate(links.searchResults(term.trim()))
  }

  return (
    <search
      className={classes(styles.search, ofResults && styles.ofResults)}
      // Above the results the error says why there are none; in the header it goes with the field.
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!ofResults && !currentTarget.contains(relatedTarget)) setProblem(null)
      }}
    >
      <form onSubmit={submit} className={styles.form} method="post" action="/search-results.html">
        <VisuallyHidden as="label" htmlFor={id}>
          {t('shell.searchLabel')}
        </VisuallyHidden>
        <input
          // A new search puts its own term into the box.
          key={searchQuery}
          ref={input}
          id={id}
          type="search"
          name="searchQuery"
          className={styles.input}
          placeholder={t('shell.search')}
          defaultValue={searchQuery ?? ''}
          maxLength={limits.search.max}
          autoComplete="off"
          enterKeyHint="search"
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-error` : undefined}
          onChange={() => problem && setProblem(null)}
        />
        <input type="hidden" name="productEnabled" value="'true'" />
        <input type="hidden" name="contentEnabled" value="'true'" />
        <button type="submit" className={styles.submit} aria-label={t('shell.search')}>
          <Search aria-hidden="true" />
        </button>
      </form>
      <p id={`${id}-error`} className={styles.error} role="alert">
        {problem && t(problem.code, problem.params)}
      </p>
    </search>
  )
}
