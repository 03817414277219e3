import { type SearchLanguage, sameStem, singular } from '../search/stem.ts'
import { isNear } from '../search/typo.ts'
import { splitWords } from '../search/words.ts'
import type { Specialty } from './specialties.ts'
import { callings, conditions } from './words.ts'

/** What someone typed into the search box, as far as we understand it. */
export interface Understood {
  /** The kinds of care that the text means, starting with the one to see first. */
  readonly specialties: readonly Specialty[]
  /** Words that are part of none of them: parts of a name, or noise. */
  readonly rest: readonly string[]
  /** All words that carry meaning: together they may be a name. */
  readonly words: readonly string[]
}

interface Phrase {
  readonly words: readonly string[]
  readonly specialties: readonly Specialty[]
}

const phrases: Readonly<Record<SearchLanguage, readonly Phrase[]>> = { en: listPhrases('en'), es: listPhrases('es') }

/** Grouped by how a phrase's first word begins, so that a search compares only a few. */
const byBeginning = { en: groupPhrases('en'), es: groupPhrases('es') } as const

/** Words that say nothing about whom the person is looking for. */
const small = new Set(
  splitWords(
    `a an and the of for in on at to my me i im is are with who that near by around close find need want looking look someone some
    best good new see get help have has please dr doctor doctors md do physician specialist specialists provider office who can treat
    treats hurts hurt really very problem problems pain issue clinic center a el la los las un una unos unas de del al en con para por
    mi que y o cerca busco buscar necesito quiero medico doctora medica especialista clinica consultorio me duele mucho tengo problemas
    dolor mejor bueno`,
  ),
)

/** The small words for a doctor of any kind. */
const doctors = new Set(splitWords('dr doctor doctors md physician medico doctora medica'))

/** Understands names, specialties and complaints in both languages, the page's own first; forgives typos. */
export function understand(text: string, language: SearchLanguage): Understood {
  const words = splitWords(text)
  const other = language === 'en' ? 'es' : 'en'
  const found: Phrase[] = []
  const rest: string[] = []
  for (let at = 0; at < words.length; ) {
    const phrase = longest(words, at, language) ?? longest(words, at, other)
    if (phrase === undefined) {
      const word = words[at] ?? ''
      if (!small.has(word)) rest.push(word)
      at += 1
    } else {
      found.push(phrase)
      at += phrase.words.length
    }
  }
  const telling = words.filter((word) => !small.has(word))
  // "A doctor near me" means a primary doctor.
  const isAnyDoctor = found.length + telling.length === 0 && words.some((word) => doctors.has(word))
  return {
    specialties: isAnyDoctor ? ['primary-care'] : together(found),
    rest,
    words: telling.length > 0 ? telling : words,
  }
}

/** If the text says several things, kinds of care that fit all of them come first: a "child psychiatrist" is no pediatrician. */
function together(found: readonly Phrase[]): Specialty[] {
  const all = [
    ...new Set(found.toSorted((a, b) => a.specialties.length - b.specialties.length).flatMap((one) => one.specialties)),
  ]
  const times = (one: Specialty) => found.filter(({ specialties }) => specialties.includes(one)).length
  return all.sort((a, b) => times(b) - times(a))
}

/** The longest phrase at a position; an exact match before one with a typo. */
function longest(words: readonly string[], at: number, language: SearchLanguage): Phrase | undefined {
  const begins = byBeginning[language].get((words[at] ?? '').slice(0, 1)) ?? []
  let best: Phrase | undefined
  for (const sure of [true, false]) {
    for (const phrase of begins) {
      if (phrase.words.length <= (best?.words.length ?? 0)) continue
      if (phrase.words.every((word, index) => isWord(word, words[at + index], language, sure))) best = phrase
    }
    if (best !== undefined) return best
  }
  return undefined
}

function isWord(known: string, typed: string | undefined, language: SearchLanguage, sure: boolean): boolean {
  if (typed === undefined) return false
  if (known === typed || singular(known) === singular(typed)) return true
  // A small word is not a typo of a meaningful word: "me duele" is not "duelo".
  if (known.length < 5 || typed.length < 5 || small.has(typed)) return false
  return sure ? sameStem(known, typed, language) && Math.abs(known.length - typed.length) <= 4 : isNear(known, typed)
}

function listPhrases(language: SearchLanguage): Phrase[] {
  const list = (text: string, specialties: readonly Specialty[]): Phrase[] =>
    text.split(';').map((phrase) => ({ words: splitWords(phrase), specialties }))
  const all = [
    ...Object.entries(callings[language]).flatMap(([id, text]) => list(text, [id as Specialty])),
    ...conditions.flatMap(([en, es, ...specialties]) => list(language === 'en' ? en : es, specialties)),
  ]
  // The same words found in several places mean all of those kinds, in order.
  const merged = Map.groupBy(all, ({ words }) => words.join(' '))
  return [...merged.values()].map(([first, ...others]) => ({
    words: first?.words ?? [],
    specialties: [...new Set([first, ...others].flatMap((one) => one?.specialties ?? []))],
  }))
}

function groupPhrases(language: SearchLanguage): ReadonlyMap<string, readonly Phrase[]> {
  return Map.groupBy(phrases[language], ({ words }) => (words[0] ?? '').slice(0, 1))
}

/** Kinds of care whose own words begin with the typed text, for suggestions while typing. */
export function specialtiesLike(text: string, language: SearchLanguage, most: number): readonly Specialty[] {
  const typed = splitWords(text)
  const last = typed.at(-1)
  if (last === undefined || last.length < 2) return []
  const fits = ({ words }: Phrase) =>
    words.some((_, from) =>
      typed.every((word, index) =>
        index === typed.length - 1 ? words[from + index]?.startsWith(word) : words[from + index] === word,
      ),
    )
  return [...new Set(phrases[language].filter(fits).flatMap(({ specialties }) => specialties))].slice(0, most)
}
