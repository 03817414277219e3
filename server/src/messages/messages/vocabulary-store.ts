import { beginningLetters, takeBeginning } from '@portico/rules/search/stem'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

/** How many of a member's newest messages the words come from. */
const newestRead = 1000

/** The most words that a search is compared with: the newest of those that may be similar. */
const maxCompared = 3000

/** A word of letters and digits, which is safe in quotes in a query. */
const plainWord = /^[\p{L}\p{N}]+$/u

/** A searched word with its stem in the index of messages, and how many slips it may have. */
export interface SearchedWord {
  readonly word: string
  readonly stem: string
  readonly slips: number
}

/** The stems of words as in the index of messages; words that the index ignores have none. */
export async function readStems(tx: Tx, words: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ word: string; stem: string | null }>`
    select word, (tsvector_to_array(to_tsvector('pg_catalog.english', word)))[1] as stem
    from unnest(${[...new Set(words)]}::text[]) word`.execute(tx)
  return new Map(rows.flatMap(({ word, stem }) => (stem === null ? [] : [[word, stem]])))
}

/** Words of a member's newest messages that begin like a searched word or are of its length, newest messages first. */
export async function listVocabulary(
  tx: Tx,
  memberId: string,
  words: readonly SearchedWord[],
): Promise<readonly string[]> {
  const stems = words.map(({ stem }) => stem)
  const beginnings = words.map(({ word }) => takeBeginning(word))
  const shapes = words.flatMap(({ stem, slips }) =>
    slips === 0 ? [] : Array.from({ length: 2 * slips + 1 }, (_, at) => `${stem[0]}${stem.length - slips + at}`),
  )
  const { rows } = await sql<{ lexeme: string }>`
    select lexeme from (
      select unnest(tsvector_to_array(words)) as lexeme, sent_at from (
        select words, sent_at from message_words where member_id = ${memberId} order by sent_at desc limit ${newestRead}
      ) newest
    ) known
    where lexeme = any(${stems}::text[]) or left(lexeme, ${beginningLetters}) = any(${beginnings}::text[])
      or left(lexeme, 1) || length(lexeme) = any(${shapes}::text[])
    group by lexeme order by max(sent_at) desc, lexeme limit ${maxCompared}`.execute(tx)
  return rows.map(({ lexeme }) => lexeme).filter((lexeme) => plainWord.test(lexeme))
}
