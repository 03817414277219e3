/** Languages whose syllables we can count. */
type Language = 'en' | 'es'

/** How hard a text is to read. */
export interface ReadingLevel {
  readonly words: number
  /** US school grade by Flesch-Kincaid. For Spanish, the Fernández Huerta score is put on the same scale. */
  readonly grade: number
}

/** Measures plain sentences. Numbers and addresses count as one word of two syllables. */
export function measureReadingLevel(text: string, language: Language): ReadingLevel {
  const sentences = text.split(/[.!?:;]+(?:\s|$)/).filter((one) => /\p{L}/u.test(one))
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{N}’'@.-]*/gu) ?? []
  const syllables = words.reduce((sum, word) => sum + countSyllables(word.toLowerCase(), language), 0)
  if (words.length === 0) return { words: 0, grade: 0 }
  const perSentence = words.length / Math.max(1, sentences.length)
  const perWord = syllables / words.length
  if (language === 'en') return { words: words.length, grade: 0.39 * perSentence + 11.8 * perWord - 15.59 }
  const ease = 206.84 - 60 * perWord - 1.02 * perSentence
  return { words: words.length, grade: gradeOfEase(ease) }
}

/** Fernández Huerta's own table: a score of 60 to 70 is grade 8 to 9, and every 10 points are about one and a half grades. */
function gradeOfEase(ease: number): number {
  return 8 + (65 - ease) * 0.15
}

function countSyllables(word: string, language: Language): number {
  if (!/^[\p{L}’'-]+$/u.test(word)) return 2
  return language === 'en' ? englishSyllables(word) : spanishSyllables(word)
}

function englishSyllables(word: string): number {
  const bare = word.replace(/[^a-z]/g, '').replace(/(?:[^laeiouy]es|ed|[^laeiouy]e)$/, '')
  return Math.max(1, bare.match(/[aeiouy]+/g)?.length ?? 1)
}

/** Each strong vowel is its own syllable; a weak one joins its neighbor unless it has an accent. */
function spanishSyllables(word: string): number {
  const groups = word.replace(/(?<=[qg])u(?=[eiéí])/g, '').match(/[aeiouáéíóúü]+/g) ?? ['']
  return groups.reduce((sum, group) => sum + Math.max(1, group.match(/[aeoáéóíú]/g)?.length ?? 1), 0)
}
