/** The separators of an interchange, as its own ISA states them. */
export interface Separators {
  readonly element: string
  readonly component: string
  /** Null before version 00402, and if ISA11 is not a separator. */
  readonly repetition: string | null
  readonly segment: string
}

/** A segment of a file. Its texts are bytes as Latin-1 characters until `readText` decodes them. */
export interface Segment {
  /** The number of the segment in the file, counted from 1. */
  readonly number: number
  readonly id: string
  /** The elements; 0 is the id, so that `DMG02` is 2. */
  readonly elements: readonly string[]
  readonly separators: Separators
}

/** Content where no segment can be. */
export interface Misplaced {
  readonly number: number
  readonly problem: 'not-x12' | 'too-long' | 'isa'
}

/** Longest segment that is read, in bytes. */
const maxSegment = 64 * 1024
/** No ISA is longer: each of its elements has at most 15 characters. */
const maxIsa = 512

/**
 * Splits the bytes of a file into segments, however they are chunked (FD-1): every ISA states the separators for what follows. Ignores
 * white space around segments, line breaks within them (a file wrapped at 80), and the byte order mark. Keeps only incomplete segments.
 */
export class SegmentReader {
  #rest = ''
  #at = 0
  #count = 0
  #separators: Separators | null = null
  /** Whether bytes are skipped up to the next terminator. */
  #isSkipping = false
  /** Whether it is before or after an interchange, where no separators are known. */
  #isOutside = true
  readonly #found: (segment: Segment) => void
  readonly #misplaced: (problem: Misplaced) => void

  constructor(found: (segment: Segment) => void, misplaced: (problem: Misplaced) => void) {
    this.#found = found
    this.#misplaced = misplaced
  }

  push(bytes: Buffer): void {
    this.#rest = this.#rest.slice(this.#at) + bytes.toString('latin1')
    this.#at = 0
    this.#take(false)
  }

  /** Takes the rest: a last segment without its terminator. */
  end(): void {
    this.#take(true)
    this.#rest = ''
    this.#at = 0
  }

  #take(isEnd: boolean): void {
    while (this.#takeNext(isEnd));
  }

  /** Returns whether it has advanced. */
  #takeNext(isEnd: boolean): boolean {
    if (!this.#isSkipping) {
      const rest = this.#rest
      while (this.#at < rest.length && isBlank(rest.charCodeAt(this.#at))) this.#at += 1
      if (this.#at >= rest.length) return false
      const isIsa = this.#startsIsa(isEnd)
      if (isIsa === null) return false
      if (isIsa) return this.#takeIsa(isEnd)
    }
    const { segment } = this.#separators ?? { segment: '\n' }
    const end = this.#endFrom(segment)
    if (end === -1 && !isEnd) return this.#skipLong()
    const raw = this.#rest.slice(this.#at, end === -1 ? undefined : end)
    this.#at = end === -1 ? this.#rest.length : end + 1
    if (this.#isSkipping) this.#isSkipping = false
    else this.#emit(raw)
    return this.#at < this.#rest.length
  }

  #endFrom(segment: string): number {
    // A line that some system adds between interchanges must not swallow the next one.
    if (this.#isOutside) return this.#findFirst(`~\r\n${segment}`)
    return segment === '\r' || segment === '\n' ? this.#findFirst('\r\n') : this.#rest.indexOf(segment, this.#at)
  }

  /** Searches no further than the first match: a longer search would be repeated for each segment. */
  #findFirst(signs: string): number {
    for (let at = this.#at; at < this.#rest.length; at += 1) if (signs.includes(this.#rest.charAt(at))) return at
    return -1
  }

  /** Skips a segment without an end instead of keeping it. */
  #skipLong(): false {
    if (this.#rest.length - this.#at <= maxSegment) return false
    if (!this.#isSkipping) this.#misplace('too-long')
    this.#isSkipping = true
    this.#at = this.#rest.length
    return false
  }

  #misplace(problem: Misplaced['problem']): void {
    this.#count += 1
    this.#misplaced({ number: this.#count, problem })
  }

  /** Null: there are too few characters to decide. */
  #startsIsa(isEnd: boolean): boolean | null {
    const head = this.#rest.slice(this.#at, this.#at + 4)
    if (head.length < 4 && 'ISA'.startsWith(head.slice(0, 3).toUpperCase()) && !isEnd) return null
    return /^ISA[^A-Za-z0-9 \r\n]/i.test(head)
  }

  #takeIsa(isEnd: boolean): boolean {
    const element = this.#rest.charAt(this.#at + 3)
    let end = this.#at
    for (let place = 0; place < 16 && end !== -1; place += 1) end = this.#rest.indexOf(element, end + 1)
    // The component separator, the terminator, and what may follow it.
    let terminator = end + 2
    // Some systems pad each segment, including the ISA, with blanks.
    while (end !== -1 && this.#rest.charAt(terminator) === ' ' && terminator - this.#at < maxIsa) terminator += 1
    const isWhole = end !== -1 && terminator - this.#at < maxIsa && this.#rest.length > terminator
    if (!isWhole) {
      if (!isEnd && this.#rest.length - this.#at < maxIsa) return false
      return this.#passBadIsa()
    }
    const raw = this.#rest.slice(this.#at, end).replace(/[\r\n]/g, '')
    const elements = raw.split(element)
    const [component, segment] = [this.#rest.charAt(end + 1), this.#rest.charAt(terminator)]
    if (/[A-Za-z0-9]/.test(segment) || segment === element || segment === component) return this.#passBadIsa()
    const [repetition = '', version = ''] = elements.slice(11, 13)
    this.#separators = {
      element,
      component,
      repetition: version >= '00402' && /^[^A-Za-z0-9\s]$/.test(repetition) ? repetition : null,
      segment,
    }
    this.#at = terminator + 1
    this.#isOutside = false
    this.#count += 1
    this.#found({
      number: this.#count,
      id: 'ISA',
      elements: [...elements, component],
      separators: this.#separators,
    })
    return true
  }

  #passBadIsa(): boolean {
    this.#misplace('isa')
    this.#separators = null
    this.#isSkipping = true
    return true
  }

  #emit(raw: string): void {
    const separators = this.#separators
    if (separators === null) {
      this.#misplace('not-x12')
      return
    }
    const text = trimBlanks(/[\r\n]/.test(raw) ? raw.replace(/[\r\n]/g, '') : raw)
    if (text === '') return
    if (text.length > maxSegment) {
      this.#misplace('too-long')
      return
    }
    this.#count += 1
    const elements = text.split(separators.element)
    const id = (elements[0] ?? '').trim().toUpperCase()
    if (id === 'IEA') this.#isOutside = true
    this.#found({ number: this.#count, id, elements, separators })
  }
}

/** Removes white space at the end. A byte that JavaScript takes for a blank may be part of a letter here: 0xa0 ends an `à`. */
function trimBlanks(raw: string): string {
  let end = raw.length
  while (end > 0 && raw.charCodeAt(end - 1) <= 0x20) end -= 1
  return end === raw.length ? raw : raw.slice(0, end)
}

/** White space, the end-of-file character of old systems, and the bytes of a byte order mark. */
function isBlank(code: number): boolean {
  return code <= 0x20 || code === 0xef || code === 0xbb || code === 0xbf || code === 0xfe || code === 0xff
}
