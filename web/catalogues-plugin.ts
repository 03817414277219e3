import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { languageList } from '@portico/rules/languages/list'
import type { Plugin } from 'vite'

const catalogue = /\/src\/base\/texts\/([a-z]{2,3})\/([a-z-]+)\.json$/

type Texts = Readonly<Record<string, string>>

/**
 * The area that loads a text: words by which the search finds a screen are written beside the screen's own texts, but only the search
 * needs them (VA-8).
 */
export function findLoadedArea(id: string, written: string): string {
  return id.startsWith('search.page.') ? 'search' : written
}

/** Compiles the catalogues of texts while the page is built, so that no compiler ships to it. */
export function catalogues(): Plugin {
  return {
    name: 'portico:catalogues',
    enforce: 'pre',
    transform: {
      filter: { id: catalogue },
      handler(_, id) {
        const [path = '', language = 'en', area = ''] = catalogue.exec(id) ?? []
        const folder = join(id.slice(0, -path.length), 'src/base/texts')
        const read = (from: string) => {
          const files = area === 'search' ? readdirSync(join(folder, from)).sort() : [`${area}.json`]
          const there = files.map((name) => join(folder, from, name)).filter((file) => existsSync(file))
          for (const file of there) if (file !== id) this.addWatchFile(file)
          return readArea(area, there)
        }
        const compiled = compileCatalogue(read(language), language === 'en' ? {} : read('en'), language)
        return { code: JSON.stringify(compiled), map: null }
      },
    },
  }
}

/** The texts in these files that load with an area. */
function readArea(area: string, files: readonly string[]): Texts {
  const all = files.flatMap((file) => {
    const written = basename(file, '.json')
    return Object.entries<string>(JSON.parse(readFileSync(file, 'utf8'))).map((text) => ({ written, text }))
  })
  return Object.fromEntries(
    all.filter(({ written, text: [id] }) => findLoadedArea(id, written) === area).map(({ text }) => text),
  )
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

/**
 * A right-to-left text may begin with an English word, or join values by signs alone, where isolated values count for no direction: a mark
 * at its start keeps the page from laying it out from left to right.
 */
function beginRightToLeft(message: CompiledMessage): CompiledMessage {
  const [first] = message
  const isMixed =
    typeof first === 'string' &&
    /^\P{L}*\p{Script=Latin}/u.test(first) &&
    /\p{Script=Arabic}/u.test(JSON.stringify(message))
  const hasNoWords = message.every((token) =>
    typeof token === 'string' ? !/\p{L}/u.test(token) : token[1] === undefined,
  )
  const isJoined = hasNoWords && message.filter((token) => typeof token !== 'string').length > 1
  return isMixed || isJoined ? ['\u200f', ...message] : message
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
