import { isNear } from '../search/typo.ts'

/** The fields of a listed drug that a search looks at. */
export interface FindableDrug {
  readonly drugId: string
  readonly name: string
  readonly ingredient: string | null
  readonly strength: string | null
  readonly form: string | null
}

export interface DrugIndex<Drug extends FindableDrug> {
  readonly drugs: readonly Drug[]
  /** Words of names and ingredients with their drugs, grouped by first letter, which nearly everyone gets right. */
  readonly words: ReadonlyMap<string, ReadonlyMap<string, readonly Posting[]>>
  /** Words of the drugs' forms. */
  readonly forms: ReadonlySet<string>
  /** The words of names by their letter pairs, for typed words that match nothing. */
  readonly pairs: ReadonlyMap<string, readonly PairedWord[]>
}

interface PairedWord {
  /** Index of a drug that has the word. */
  readonly at: number
  /** How many letter pairs the word has. */
  readonly count: number
}

interface Posting {
  readonly at: number
  /** Position of the word in the name; -1: only in the ingredient, which begins with it; -2: inside the ingredient. */
  readonly place: number
}

const marks = /[\u0300-\u036f]/g

/** Letters and digits in lower case, with numbers apart from units: `500mg` becomes `500 mg`. */
export function drugWords(text: string): string[] {
  const plain = text.normalize('NFD').replace(marks, '').toLowerCase()
  return plain.replace(/(\d)([a-z])/g, '$1 $2').match(/[a-z]+|\d+(?:[.,]\d+)*/g) ?? []
}

/** Words that do not help to tell drugs apart. */
const fillers = new Set(
  'mg mcg ml gm g meq unt units iu and of the for de para y con base eq hydrochloride hcl sodium tablet tablets tabs tab pill pills capsule capsules cap caps oral pastilla pastillas tableta tabletas capsula capsulas'.split(
    ' ',
  ),
)

/** Builds the index in steps, so that other work can run in between. */
export function* indexInSteps<Drug extends FindableDrug>(
  drugs: readonly Drug[],
): Generator<undefined, DrugIndex<Drug>> {
  const words = new Map<string, Map<string, Posting[]>>()
  const forms = new Set<string>()
  for (const [at, drug] of drugs.entries()) {
    if (at % 500 === 499) yield
    const seen = new Set<string>()
    const add = (word: string, place: number) => {
      if (seen.has(word) || word.length < 2 || /^\d/.test(word)) return
      seen.add(word)
      const letter = word.slice(0, 1)
      const some = words.get(letter) ?? new Map<string, Posting[]>()
      words.set(letter, some)
      const found = some.get(word)
      if (found === undefined) some.set(word, [{ at, place }])
      else found.push({ at, place })
    }
    for (const [place, word] of drugWords(drug.name).entries()) add(word, place)
    for (const ingredient of (drug.ingredient ?? '').split(/[;/]/))
      for (const [nth, word] of drugWords(ingredient).entries()) add(word, nth === 0 ? -1 : -2)
    for (const word of drugWords(drug.form ?? '')) forms.add(word)
  }
  const pairs = new Map<string, PairedWord[]>()
  for (const [at, [word, [first]]] of [...words.values()].flatMap((some) => [...some]).entries()) {
    if (at % 500 === 499) yield
    if (fillers.has(word) || first === undefined) continue
    const own = listPairs(word)
    const paired = { at: first.at, count: own.size }
    for (const pair of own) {
      const some = pairs.get(pair)
      if (some === undefined) pairs.set(pair, [paired])
      else some.push(paired)
    }
  }
  return { drugs, words, forms, pairs }
}

export function indexDrugs<Drug extends FindableDrug>(drugs: readonly Drug[]): DrugIndex<Drug> {
  const steps = indexInSteps(drugs)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** How close a word of the list is to a typed one; 0: not at all. */
function nearness(word: string, typed: string): number {
  if (word === typed) return 12
  if (typed.length >= 3 && word.startsWith(typed)) return 8 - Math.min(3, (word.length - typed.length) / 4)
  return isNear(word, typed) ? 5 : 0
}

/** The drugs that the words mean, best first. Every word that could name a drug must match; numbers and forms only rank the results. */
export function searchDrugs<Drug extends FindableDrug>(index: DrugIndex<Drug>, query: string, max: number): Drug[] {
  const typed = [...new Set(drugWords(query))].slice(0, 8)
  const names = typed.filter((word) => !/^\d/.test(word) && word.length >= 2)
  // In Spanish the form usually comes first, but people search for the drug.
  const naming = names
    .filter((word) => !fillers.has(word))
    .toSorted((a, b) => Number(isForm(index, a)) - Number(isForm(index, b)))
  const scores = new Map<number, number>()
  /** Drugs whose name or ingredient begins with a typed word. */
  const named = new Set<number>()
  let lacking = 0
  for (const [nth, word] of naming.entries()) {
    const found = new Map<number, number>()
    for (const [known, postings] of index.words.get(word.slice(0, 1)) ?? []) {
      const near = nearness(known, word)
      if (near === 0) continue
      for (const { at, place } of postings) {
        const score = near + (place === 0 ? 3 : place > 0 ? 1 : 0)
        if (score > (found.get(at) ?? 0)) found.set(at, score)
        if (place === 0 || place === -1) named.add(at)
      }
    }
    // Words for a form, such as "cream", are not names: a drug may lack them.
    if (found.size === 0 && nth > 0) {
      if (!isForm(index, word)) lacking += 1
      continue
    }
    if (nth === 0) for (const [at, score] of found) scores.set(at, score)
    else
      for (const [at, score] of scores) {
        const more = found.get(at) ?? (formHas(index.drugs[at], word) ? 2 : undefined)
        if (more === undefined) scores.delete(at)
        else scores.set(at, score + more)
      }
  }
  // If another word matches nothing, a match inside a name says too little: "blood thinner" must not find a kit for red blood cells.
  if (lacking > 0) for (const at of [...scores.keys()]) if (!named.has(at)) scores.delete(at)
  const numbers = typed.filter((word) => /^\d/.test(word))
  const ranked = [...scores].map(([at, score]) => {
    const drug = index.drugs[at] as Drug
    const strength = strengthNumbers(drug.strength)
    const hits = numbers.filter((number) => strength.includes(number)).length
    const form = names.filter((word) => formHas(drug, word)).length
    return { drug, score: score + hits * 4 - (numbers.length - hits) * 2 + form, parts: countIngredients(drug) }
  })
  return ranked
    .toSorted(
      (a, b) =>
        b.score - a.score ||
        a.parts - b.parts ||
        (a.drug.name === b.drug.name ? 0 : a.drug.name < b.drug.name ? -1 : 1) ||
        firstNumber(a.drug) - firstNumber(b.drug),
    )
    .slice(0, max)
    .map(({ drug }) => drug)
}

/** Everyday words for forms that lists name differently. */
const formWords: Readonly<Record<string, string>> = {
  inhaler: 'aerosol',
  inhalador: 'aerosol',
  puffer: 'aerosol',
  shot: 'injectable',
  pen: 'solution',
  syrup: 'solution',
  jarabe: 'solution',
  crema: 'cream',
  patch: 'film',
  parche: 'film',
  gotas: 'drops',
  pill: 'tablet',
  pastilla: 'tablet',
  tableta: 'tablet',
  capsula: 'capsule',
}

function isForm(index: DrugIndex<FindableDrug>, word: string): boolean {
  return [word, word.replace(/s$/, '')].some((one) => Object.hasOwn(formWords, one) || index.forms.has(one))
}

function formHas(drug: FindableDrug | undefined, word: string): boolean {
  const one = word.replace(/s$/, '')
  const wanted = formWords[one] ?? one
  return wanted.length >= 3 && drugWords(drug?.form ?? '').some((known) => known.startsWith(wanted))
}

/** The numbers of a strength, converted to everyday units as well: 0.075 mg is 75 mcg, 1 g is 1000 mg. */
function strengthNumbers(strength: string | null): string[] {
  const parts = [...(strength ?? '').matchAll(/(\d+(?:[.,]\d+)*)\s*([a-z%]*)/gi)]
  return parts.flatMap(([, number = '', unit = '']) => {
    const value = Number(number.replaceAll(',', ''))
    const thousand =
      /^(mg|gm?)$/i.test(unit) && Number.isFinite(value) ? [String(Math.round(value * 1_000_000) / 1000)] : []
    return [number, ...thousand]
  })
}

/** How many drugs it contains: people who search for a drug usually mean that drug alone. */
function countIngredients({ ingredient }: FindableDrug): number {
  return (ingredient ?? '').split(/[;/]/).length
}

function firstNumber({ strength }: FindableDrug): number {
  const [, number = '0', unit = ''] = /(\d[\d.]*)\s*([a-z]*)/i.exec(strength ?? '') ?? []
  return Number.parseFloat(number) * (/^gm?$/i.test(unit) ? 1000 : 1)
}

/** Drug names similar to what was typed but not found, closest first. */
export function nearestNames<Drug extends FindableDrug>(index: DrugIndex<Drug>, query: string, max: number): string[] {
  const typed = drugWords(query).filter((word) => word.length >= 3 && !fillers.has(word) && !/^\d/.test(word))
  const found = new Map<number, number>()
  for (const word of typed.slice(0, 4)) {
    const own = listPairs(word)
    const shared = new Map<PairedWord, number>()
    for (const pair of own)
      for (const known of index.pairs.get(pair) ?? []) shared.set(known, (shared.get(known) ?? 0) + 1)
    for (const [{ at, count }, both] of shared) {
      const alike = (2 * both) / (own.size + count)
      if (alike >= nearEnough) found.set(at, Math.max(found.get(at) ?? 0, alike))
    }
  }
  const names = new Set<string>()
  for (const [at] of [...found].toSorted((a, b) => b[1] - a[1])) {
    const name = index.drugs[at]?.name
    if (name !== undefined) names.add(name)
    if (names.size === max) break
  }
  return [...names]
}

/** How similar a name must be to count as meant: any less, and `humira` would suggest `Mirena`. */
const nearEnough = 0.5

/** The pairs of neighboring letters in a word, with its beginning and end. */
function listPairs(word: string): Set<string> {
  const padded = ` ${word} `
  return new Set(Array.from({ length: padded.length - 1 }, (_, at) => padded.slice(at, at + 2)))
}
