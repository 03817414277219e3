import { Refused } from '../refused.ts'

/** A file that is not UTF-8: decoded anyway, its names would show replacement characters in place of letters. */
export class NotUtf8 extends Refused {
  constructor() {
    super('', 'is not UTF-8')
  }
}

/** A function that decodes the chunks of a JSON file, which by its standard is UTF-8; without a chunk, the file ends. Throws NotUtf8. */
export function createTextReader(): (chunk?: Buffer) => string {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  return (chunk) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      throw new NotUtf8()
    }
  }
}
