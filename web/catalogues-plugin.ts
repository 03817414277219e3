import { readFileSync } from 'node:fs'
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { languageList } from '@portico/rules/languages/list'
import type { Plugin } from 'vite'

const catalogue = /\/src\/base\/texts\/([a-z]{2,3})\/([a-z-]+)\.json$/

type Texts = Readonly<Record<string, string>>

/** Compiles the catalogues of texts while the page is built, so that no compiler ships to it. */
export function catalogues(): Plugin {
  return {
    name: 'portico:catalogues',
    enforce: 'pre',
    transform: {
      filter: { id: catalogue },
      handler(code, id) {
        const [path = '', language = 'en', area = ''] = catalogue.exec(id) ?? []
        const english = language === 'en' ? null : id.replace(path, `/src/base/texts/en/${area}.json`)
        if (english !== null) this.addWatchFile(english)
        const compiled = compileCatalogue(
          JSON.parse(code),
          english === null ? {} : JSON.parse(readFileSync(english, 'utf8')),
          language,
        )
        return { code: JSON.stringify(compiled), map: null }
      },
    },
  }
}

/**
 * An area's texts in a language. Missing texts are in English, which keeps its direction among words of another. In a right-to-left
 * language each value keeps its direction, too: names, claim numbers and amounts read from left to right.
 */
export function compileCatalogue(own: Texts, english: Texts, language: string): Record<string, CompiledMessage> {
  const isRightToLeft = languageList.some(({ code, direction }) => code === language && direction === 'rtl')
  const borrow = (text: string) => countInEnglish(compileMessageOrThrow(isRightToLeft ? `\u2066${text}\u2069` : text))
  return Object.fromEntries([
    ...Object.entries(english).map(([id, text]) => [id, borrow(text)] as const),
    ...Object.entries(own).map(([id, text]) => {
      const message = compileMessageOrThrow(text)
      return [id, isRightToLeft ? beginRightToLeft(isolateValues(message)) : message] as const
    }),
  ])
}

/** A right-to-left text may begin with an English word: a mark at its start keeps the page from taking that word's direction. */
function beginRightToLeft(message: CompiledMessage): CompiledMessage {
  const [first] = message
  const isMixed =
    typeof first === 'string' &&
    /^\P{L}*\p{Script=Latin}/u.test(first) &&
    /\p{Script=Arabic}/u.test(JSON.stringify(message))
  return isMixed ? ['\u200f', ...message] : message
}

/** Isolates each text value from the direction of the words around it. */
function isolateValues(message: CompiledMessage): CompiledMessage {
  return message.flatMap((token) => {
    if (typeof token === 'string') return [token]
    const [name, kind, format] = token
    if (kind === undefined) return ['\u2068', token, '\u2069']
    if (typeof format !== 'object' || format === null) return [token]
    const cases = Object.entries(format).map(([form, words]) => [
      form,
      Array.isArray(words) ? isolateValues(words) : words,
    ])
    return [[name, kind, Object.fromEntries(cases)] as typeof token]
  })
}

/** English has its own form for exactly one, whatever forms the page's language has. */
function countInEnglish(message: CompiledMessage): CompiledMessage {
  return message.map((token) => {
    if (typeof token === 'string') return token
    const [name, kind, format] = token
    if (typeof format !== 'object' || format === null) return token
    const cases = Object.entries(format).map(([form, words]) => [
      kind === 'plural' && form === 'one' ? '1' : form,
      Array.isArray(words) ? countInEnglish(words) : words,
    ])
    return [name, kind, Object.fromEntries(cases)] as typeof token
  })
}
