import { toAuthored } from '@portico/rules/languages/authored'
import type { ReactNode } from 'react'
import { useTexts } from './text.tsx'

interface SpokenProps {
  /** The language of the words; left out: the page's. */
  readonly language: string | undefined
  readonly children: ReactNode
}

/** Words that are in another language than the page: screen readers say them in theirs, and they keep their own order (LG-4). */
export function Spoken({ language, children }: SpokenProps) {
  const page = useTexts().language
  if (language === undefined || language === page) return children
  // The languages that pages lack words in are all written from left to right.
  return (
    <bdi lang={language} dir="ltr">
      {children}
    </bdi>
  )
}

/** What brands and authors write: in English for whoever uses a language that they do not write. */
export function Authored({ children }: { readonly children: ReactNode }) {
  return <Spoken language={useAuthoredIn()}>{children}</Spoken>
}

/** The language of what authors write, where it is not the page's: for elements that hold text alone, such as options. */
export function useAuthoredIn(): string | undefined {
  const { language } = useTexts()
  const authored = toAuthored(language)
  return authored === language ? undefined : authored
}
