import type { Language } from '@portico/contract/page'
import { createContext, type ReactNode } from 'react'
import { useRequired } from '../use-required.ts'
import type { Catalogue, MessageId } from './catalogues.ts'
import { formatMessage } from './format-message.ts'

export type TextValues = Readonly<Record<string, unknown>>
export type Translate = (id: MessageId, values?: TextValues) => string

/** A page's texts: always in one language, with areas added as they are needed. */
export interface Texts {
  readonly language: Language
  /** For dates and numbers. */
  readonly locale: string
  readonly t: Translate
  add(catalogue: Catalogue): void
}

/**
 * Starts empty; a missing key shows its id and logs a warning (LG-3). While someone looks at another's information, a text that names that
 * person (`viewed.` and its id), if there is one, replaces the text that addresses the member (RG-3); `viewed` is the person's name.
 */
export function createTexts(language: Language, locale: string, viewed?: string): Texts {
  const messages = new Map<string, Catalogue[string]>()
  return {
    language,
    locale,
    t(id, values = {}) {
      const message = messages.get(`viewed.${id}`) ?? messages.get(id)
      if (message) return formatMessage(message, { viewed, ...values }, locale)
      console.warn(`Missing text: ${id}`)
      return id
    },
    add(catalogue) {
      for (const [id, message] of Object.entries(catalogue)) messages.set(id, message)
    },
  }
}

const TextContext = createContext<Texts | null>(null)

export function TextProvider({ texts, children }: { readonly texts: Texts; readonly children: ReactNode }) {
  return <TextContext value={texts}>{children}</TextContext>
}

export function useTexts(): Texts {
  return useRequired(TextContext, 'texts')
}

/** `t(id, values?)`: the text for an id in the page's language. The function stays the same across renders. */
export function useText(): Translate {
  return useTexts().t
}
