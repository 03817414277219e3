import { Refused } from '../refused.ts'

/** A file whose letters cannot be read for sure: a name in it would be shown with signs in place of letters. */
export class NotUtf8 extends Refused {
  constructor() {
    super('', 'is not UTF-8')
  }
}

/** A function that turns the chunks of a JSON file to text, which by its standard is UTF-8. Throws NotUtf8. */
export function createTextReader(): (chunk: Buffer) => string {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  return (chunk) => {
    try {
      return decoder.decode(chunk, { stream: true })
    } catch {
      throw new NotUtf8()
    }
  }
}
