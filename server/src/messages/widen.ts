import type { Language } from '@portico/contract/page'
import { sameStem } from '@portico/rules/search/stem'
import { searchTerms } from '@portico/rules/search/terms'
import { isNear } from '@portico/rules/search/typo'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/** Operators of a web search: a search that contains one is taken literally. */
const operators = /"|(?:^|\s)-\S|\sor\s/i

/** How many of a member's newest messages the words are taken from. */
const newestRead = 1000

/** A word of letters and digits, which can stand in quotes in a query. */
const plainWord = /^[\p{L}\p{N}]+$/u

/**
 * A query for words that a member's messages do not contain as typed: it finds words with the same stem in English or Spanish, with the
 * same meaning, or mistyped (VA-8). It uses only words of this member's own messages. Null if they contain nothing similar either.
 */
export async function widen(
  tx: Tx,
  { memberId, search, language }: { readonly memberId: string; readonly search: string; readonly language: Language },
): Promise<string | null> {
  if (operators.test(search)) return null
  const wanted = searchTerms(search, language)
  const stems = await stemsOf(
    tx,
    wanted.flatMap(({ typed, others }) => [...typed, ...others.flat()]),
  )
  const known = await vocabulary(tx, memberId)
  const anyOf = (parts: readonly string[]) => (parts.length === 0 ? null : `(${parts.join(' | ')})`)

  /** The query for a word: null if no known word matches, '' for a word without meaning, such as `the`. */
  const wordQuery = (word: string, withSlips: boolean): string | null => {
    const stem = stems.get(word)
    if (stem === undefined) return ''
    const same = known.filter((one) => one === stem || sameStem(one, word, 'en') || sameStem(one, word, 'es'))
    return anyOf(
      (same.length > 0 || !withSlips ? same : known.filter((one) => isNear(one, stem))).map((one) => `'${one}'`),
    )
  }
  const termQuery = (term: readonly string[], withSlips: boolean): string | null => {
    const parts = term.map((word) => wordQuery(word, withSlips))
    if (parts.includes(null)) return null
    const telling = parts.filter((part) => part !== '')
    return telling.length === 0 ? '' : `(${telling.join(' & ')})`
  }
  const parts = wanted.map(({ typed, others }) => {
    const ways = [termQuery(typed, true), ...others.map((term) => termQuery(term, false))]
    return ways[0] === '' ? '' : anyOf(ways.filter((way) => way !== null && way !== '') as string[])
  })
  const telling = parts.filter((part) => part !== '')
  return telling.length === 0 || telling.includes(null) ? null : telling.join(' & ')
}

/** The stems of words as in the index of messages; words that it leaves out have none. */
async function stemsOf(tx: Tx, words: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ word: string; stem: string | null }>`
    select word, (tsvector_to_array(to_tsvector('pg_catalog.english', word)))[1] as stem
    from unnest(${[...new Set(words)]}::text[]) word`.execute(tx)
  return new Map(rows.flatMap(({ word, stem }) => (stem === null ? [] : [[word, stem]])))
}

async function vocabulary(tx: Tx, memberId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ lexeme: string }>`
    select distinct unnest(tsvector_to_array(words)) as lexeme from (
      select words from message_words where member_id = ${memberId} order by sent_at desc limit ${newestRead}
    ) newest`.execute(tx)
  return rows.map(({ lexeme }) => lexeme).filter((lexeme) => plainWord.test(lexeme))
}
