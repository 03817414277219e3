import { openFile } from './open.ts'
import { createTextReader } from './utf8.ts'

/** An entry of a list as JSON, counted from 1, or why it is not read. */
export interface ListEntry {
  readonly line: number
  readonly text: string
  readonly problem?: string
}

/** The longest entry; real ones have some thousand characters. */
export const maxEntry = 4 * 1024 * 1024
/** No entry in the standards is nested this deep. */
const maxDepth = 100
/** Where a list under a name begins: providers.json may be an object with facts of the whole file before the list. */
const named = /^\uFEFF?\s*\{\s*(?:"[^"]*"\s*:\s*(?:"[^"]*"|[\w.+-]+)\s*,\s*)*"providers"\s*:\s*(?=\[)/
const maxHead = 4096

/**
 * Reads the entries of a file that is one JSON list, of any size, with one entry in memory; also a list under the name `providers`, a single
 * entry without a list, or one entry per line. An entry that is not JSON costs only itself. Throws NotUtf8.
 */
export async function* readList(file: string, progress?: (bytes: number) => void): AsyncGenerator<ListEntry> {
  const scanner = createListScanner()
  const decode = createTextReader()
  for await (const chunk of (await openFile(file, progress)) as AsyncIterable<Buffer>)
    yield* scanner.take(decode(chunk))
  yield* scanner.take(decode())
  yield* scanner.end()
}

/** Finds where entries begin and end, in chunks that may cut a file anywhere. */
export function createListScanner() {
  /** The beginning of the file, until it tells whether the list has a name; then null. */
  let head: string | null = ''
  const entries = createEntryScanner()
  const begin = (text: string) => {
    head = null
    // What is left of the beginning without the name of its list.
    const list = text.replace(named, '')
    return entries.take(list, list !== text)
  }
  return {
    *take(text: string): Generator<ListEntry> {
      if (head === null) yield* entries.take(text)
      else if (head.length + text.length < maxHead) head += text
      else yield* begin(head + text)
    },
    *end(): Generator<ListEntry> {
      if (head !== null) yield* begin(head)
      yield* entries.end()
    },
  }
}

function createEntryScanner() {
  /** A list with a name is the only one: the rest of the file is no entry. */
  let [isNamed, isOver] = [false, false]
  let lists = 0
  let line = 0
  /** What is being read: an entry in brackets, another value, or nothing. */
  let reading: 'entry' | 'value' | null = null
  const nesting = createNesting()
  let parts: string[] = []
  let size = 0
  let problem: string | undefined

  const keep = (part: string) => {
    size += part.length
    if (nesting.deepest() > maxDepth) problem ??= `is nested more than ${maxDepth} deep`
    if (size > maxEntry) problem ??= `is longer than ${maxEntry / 1024 / 1024} MB`
    if (problem === undefined) parts.push(part)
    else parts = []
  }
  const finish = (): ListEntry => {
    const entry = problem === undefined ? { line, text: parts.join('') } : { line, text: '', problem }
    reading = null
    parts = []
    size = 0
    problem = undefined
    return entry
  }

  return {
    *take(text: string, hasName = isNamed): Generator<ListEntry> {
      isNamed = hasName
      if (isOver) return
      let from = 0
      for (let at = 0; at < text.length; at += 1) {
        const sign = text.charAt(at)
        if (reading === 'entry') {
          if (!nesting.isLast(sign)) continue
          keep(text.slice(from, at + 1))
          yield finish()
          continue
        }
        const isBetween = !nesting.isInText() && ' \t\r\n,:[]{}'.includes(sign)
        if (reading === 'value') {
          if (!isBetween) {
            nesting.isLast(sign)
            continue
          }
          keep(text.slice(from, at))
          yield finish()
        }
        if (sign === '[') lists += 1
        else if (sign === ']') {
          lists -= 1
          isOver = isNamed && lists === 0
          if (isOver) return
        } else if (sign === '{' || !isBetween) {
          line += 1
          from = at
          nesting.restart()
          reading = sign === '{' ? 'entry' : 'value'
          nesting.isLast(sign)
        }
      }
      if (reading !== null) keep(text.slice(from))
    },
    *end(): Generator<ListEntry> {
      const isCut = reading === 'entry' || nesting.isInText() || lists > 0
      if (!isCut && reading === 'value') yield finish()
      if (isCut) yield { line: reading === null ? line + 1 : line, text: '', problem: 'the file is cut short here' }
    },
  }
}

/** Follows texts and brackets of a value. */
function createNesting() {
  let [depth, deepest] = [0, 0]
  let [isInText, isEscaped] = [false, false]
  return {
    /** Whether a sign ends the value. */
    isLast(sign: string): boolean {
      if (isInText) {
        if (isEscaped) isEscaped = false
        else if (sign === '\\') isEscaped = true
        else if (sign === '"') isInText = false
      } else if (sign === '"') isInText = true
      else if (sign === '{' || sign === '[') {
        depth += 1
        deepest = Math.max(deepest, depth)
      } else if (sign === '}' || sign === ']') depth -= 1
      return depth === 0
    },
    isInText: () => isInText,
    deepest: () => deepest,
    restart: () => {
      depth = 0
      deepest = 0
    },
  }
}
