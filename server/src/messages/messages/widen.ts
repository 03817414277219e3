import { setImmediate } from 'node:timers/promises'
import type { Language } from '@portico/contract/page'
import { toAuthored } from '@portico/rules/languages/authored'
import { stem as stemOf, takeBeginning } from '@portico/rules/search/stem'
import { searchTerms } from '@portico/rules/search/terms'
import { isNear, slipsIn } from '@portico/rules/search/typo'
import type { Tx } from '../../platform/db/database.ts'
import { listVocabulary, readStems, type SearchedWord } from './vocabulary-store.ts'

/** Operators of a web search: we take a search that contains one literally. */
const operators = /"|(?:^|\s)-\S|\sor\s/i

/** How many words to compare before other work gets a turn. */
const comparedAtOnce = 200

/** The most similar words that replace a word. */
const maxSimilar = 50

/**
 * A query for words that a member's messages do not contain as typed: it finds words with the same stem in English or Spanish, with the
 * same meaning, or mistyped (VA-8). It uses only words of this member's own messages. Null if they contain nothing similar either.
 */
export async function widen(
  tx: Tx,
  { memberId, search, language }: { readonly memberId: string; readonly search: string; readonly language: Language },
): Promise<string | null> {
  if (operators.test(search)) return null
  const wanted = searchTerms(search, toAuthored(language))
  const typedWords = new Set(wanted.flatMap(({ typed }) => typed))
  const stems = await readStems(tx, [...typedWords, ...wanted.flatMap(({ others }) => others.flat())])
  const words = [...stems].map(([word, stem]) => ({ word, stem, slips: typedWords.has(word) ? slipsIn(stem) : 0 }))
  const known = await similarWords(await listVocabulary(tx, memberId, words), words)
  const joinAlternatives = (parts: readonly string[]) => (parts.length === 0 ? null : `(${parts.join(' | ')})`)

  /** The query for a word: null if no known word matches, '' for a word without meaning, such as `the`. */
  const wordQuery = (word: string, withSlips: boolean): string | null => {
    const { same, near } = known.get(word) ?? { same: null, near: [] }
    if (same === null) return ''
    return joinAlternatives((same.length > 0 || !withSlips ? same : near).map((one) => `'${one}'`))
  }
  const termQuery = (term: readonly string[], withSlips: boolean): string | null => {
    const parts = term.map((word) => wordQuery(word, withSlips))
    if (parts.includes(null)) return null
    const telling = parts.filter((part) => part !== '')
    return telling.length === 0 ? '' : `(${telling.join(' & ')})`
  }
  const parts = wanted.map(({ typed, others }) => {
    const ways = [termQuery(typed, true), ...others.map((term) => termQuery(term, false))]
    return ways[0] === '' ? '' : joinAlternatives(ways.filter((way) => way !== null && way !== '') as string[])
  })
  const telling = parts.filter((part) => part !== '')
  return telling.length === 0 || telling.includes(null) ? null : telling.join(' & ')
}

interface Similar {
  readonly same: readonly string[]
  readonly near: readonly string[]
}

/** The known words with the same stem as each searched word, or its misspellings if there are none. Yields to other work meanwhile. */
async function similarWords(
  known: readonly string[],
  words: readonly SearchedWord[],
): Promise<ReadonlyMap<string, Similar>> {
  const stemsOfKnown = new Map<string, readonly string[]>()
  const found = new Map<string, Similar>()
  for (const { word, stem, slips } of words) {
    const beginning = takeBeginning(word)
    const own = stemsIn(word)
    const isSame = (one: string) =>
      one === stem || (takeBeginning(one) === beginning && listStems(one).some((other, at) => other === own[at]))
    const same = await chooseMeant(known, isSame)
    const near = same.length > 0 || slips === 0 ? [] : await chooseMeant(known, (one) => isNear(one, stem))
    found.set(word, { same, near })
  }
  return found

  function listStems(one: string): readonly string[] {
    const stems = stemsOfKnown.get(one) ?? stemsIn(one)
    stemsOfKnown.set(one, stems)
    return stems
  }
}

function stemsIn(word: string): readonly string[] {
  return [stemOf(word, 'en'), stemOf(word, 'es')]
}

/** The first of the words that match. */
async function chooseMeant(words: readonly string[], isMeant: (word: string) => boolean): Promise<readonly string[]> {
  const meant: string[] = []
  for (const [at, word] of words.entries()) {
    if (at % comparedAtOnce === 0) await setImmediate()
    if (isMeant(word)) meant.push(word)
    if (meant.length === maxSimilar) break
  }
  return meant
}
