/** The text of a row and its line; `problem` if it is not a valid row. */
export interface TextRecord {
  readonly number: number
  readonly text: string
  readonly problem?: string | undefined
}

/** The longest row, in characters and in lines. */
const maxLength = 1_000_000
const maxLines = 500

/**
 * Joins lines that belong to one row because of quoted line breaks. A missing quote costs only its own line, not the rest of the file: if
 * the lines after it do not complete a row, its line is refused and reading continues with the next line.
 */
export class RecordJoiner {
  #open: TextRecord[] = []
  readonly #isRecord: (text: string) => boolean

  constructor(isRecord: (text: string) => boolean) {
    this.#isRecord = isRecord
  }

  /** Returns the records that are now complete. */
  add(line: { readonly number: number; readonly text: string }): TextRecord[] {
    const done: TextRecord[] = []
    const waiting = [line]
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { number, text } = next
      if (text.length > maxLength) {
        done.push(...this.end(), { number, text: '', problem: 'is longer than 1 MB' })
        continue
      }
      this.#open.push({ number, text })
      const record = this.#closed()
      if (record === 'open') continue
      const [first, ...others] = this.#open
      this.#open = []
      if (record !== 'broken') done.push(record)
      else if (first !== undefined) {
        done.push(refuseUnclosed(first))
        waiting.unshift(...others)
      }
    }
    return done
  }

  /** Returns what remains after the last line. */
  end(): TextRecord[] {
    const done: TextRecord[] = []
    while (this.#open.length > 0) {
      const [first, ...others] = this.#open
      this.#open = []
      if (first !== undefined) done.push(refuseUnclosed(first))
      for (const line of others) done.push(...this.add(line))
    }
    return done
  }

  #closed(): TextRecord | 'open' | 'broken' {
    const [first] = this.#open
    const last = this.#open.at(-1)
    if (first === undefined || last === undefined) return 'open'
    // A one-line row is checked together with its neighbors.
    if (this.#open.length === 1) return hasEvenQuotes(first.text) ? first : 'open'
    const length = this.#open.reduce((sum, { text }) => sum + text.length, 0)
    if (hasEvenQuotes(last.text)) return this.#open.length > maxLines || length > maxLength ? 'broken' : 'open'
    const text = this.#open.map((line) => line.text).join('\n')
    return this.#isRecord(text) ? { number: first.number, text } : 'broken'
  }
}

function refuseUnclosed({ number, text }: TextRecord): TextRecord {
  return { number, text, problem: 'has a quote that is not closed, or stands where none can be' }
}

function hasEvenQuotes(text: string): boolean {
  let quotes = 0
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) quotes += 1
  return quotes % 2 === 0
}
