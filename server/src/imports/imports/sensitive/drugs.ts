import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withoutMarks } from './words-elsewhere.ts'

/**
 * Drugs of sensitive care (docs/imports.md): by name, by RxNorm code, and by the first nine digits of an NDC, which are the labeler's and
 * the product's.
 */
export const drugsText = readFileSync(join(import.meta.dirname, '../../../../../content/sensitive-drugs.csv'), 'utf8')

const rows = drugsText
  .trim()
  .split(/\r?\n/)
  .slice(1)
  .map((row) => row.split(','))

/** Drugs that are listed by code. */
export const drugCodes = rows.flatMap(([system = '', code = '']) =>
  system === 'rxnorm' || system === 'ndc' ? { system, code } : [],
)

/** Names by their first word. */
const names: ReadonlyMap<string, readonly string[]> = Map.groupBy(
  rows.flatMap(([system, name = '']) => (system === 'name' ? name : [])),
  (name) => name.split(' ', 1)[0] ?? '',
)

/** Ingredients as Spanish writes them: `sertralina`, `metadona`, `litio`. */
const ofSpanish: ReadonlySet<string> = new Set(
  [...names.keys()]
    .filter((name) => name.length > 5 && /(?:ine|one|ide|ate|ole|ium)$/.test(name))
    .map((name) =>
      name
        .replace(/ium$/, 'io')
        .replace(/ole$/, 'ol')
        .replace(/ate$/, 'ato')
        .replace(/ide$/, 'ida')
        .replace(/(?<=in|on)e$/, 'a')
        .replaceAll('ph', 'f')
        .replaceAll('th', 't')
        .replaceAll('y', 'i')
        .replaceAll(/([b-df-hj-np-qs-z])\1/g, '$1'),
    ),
)

/** Drugs that only one form makes sensitive, and names that say so themselves. */
const inWords =
  /contracepti|ethinylestradiol|birth control|intrauterine(?! (?:pregnan|growth|fetal|insemin))|spermicid|condom|medroxyprogest.*(?:150|104|subq)|guanfacine.*(?:24 ?hr|\be[rx]\b|extend)|clonidine.*(?:12 ?hr|\be[rx]\b|extend)/i

/** The same drugs for other care: COVID-19, arthritis, the bowel, pain, obesity, dry eyes, seizures; and batteries. */
const ofOtherCare =
  /nirmatrelvir|paxlovid|diclofenac|arthrotec|clidinium|librax|pentazocine|contrave|naltrexone.*bupropion|bupropion.*naltrexone|tyrvaya|varenicline.*nasal|diazepam.*(?:rectal|nasal|film)|vemlidy|(?<!ethinyl[- ]?)estradiol(?! val)|lithium[- ]ion|lithium.*\bbatt|\bbatt.*lithium/i

/** Whether the name of a drug, as somebody wrote it, is that of a drug of sensitive care. */
export function isSensitiveDrug(text: string): boolean {
  const written = text.slice(0, maxWritten)
  return (inWords.test(written) || hasName(written)) && !ofOtherCare.test(written)
}

function hasName(text: string): boolean {
  const words = withoutMarks(text)
    .toLowerCase()
    .split(/[^a-z0-9]+/)
  return words.some(
    (word, at) =>
      ofSpanish.has(word) ||
      names.get(word)?.some((name) => {
        const rest = name.split(' ')
        return rest.every((part, more) => words[at + more] === part)
      }),
  )
}

/** Names are shorter than this. */
const maxWritten = 300
