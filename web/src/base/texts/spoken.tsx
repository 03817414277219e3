import { toAuthored } from '@portico/rules/languages/authored'
import type { ReactNode } from 'react'
import { useTexts } from './text.tsx'

interface SpokenProps {
  /** The language of the words; left out: the page's. */
  readonly language: string | undefined
  readonly children: ReactNode
}

/** Words in another language than the page's: screen readers pronounce them in theirs, and they keep their own direction (LG-4). */
export function Spoken({ language, children }: SpokenProps) {
  const page = useTexts().language
  if (language === undefined || language === page) return children
  // Untranslated words on a page are always in a left-to-right language.
  return (
    <bdi lang={language} dir="ltr">
      {children}
    </bdi>
  )
}

/** Words of brands and authors: in English for people who use a language that authors do not write. */
export function Authored({ children }: { readonly children: ReactNode }) {
  return <Spoken language={useAuthoredIn()}>{children}</Spoken>
}

/** The language of authors' words if it is not the page's: for elements that hold only text, such as options. */
export function useAuthoredIn(): string | undefined {
  const { language } = useTexts()
  const authored = toAuthored(language)
  return authored === language ? undefined : authored
}
