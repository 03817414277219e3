/** Objects and lists down to this level are written entry by entry; deeper ones are written whole. */
const levels = 4

/** JSON of a value, without indentation, in small pieces: each record of a person is one. */
export function* jsonParts(value: unknown, level = 0): Generator<string> {
  if (level === levels || typeof value !== 'object' || value === null || 'toJSON' in value) {
    yield JSON.stringify(value)
    return
  }
  const isList = Array.isArray(value)
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  yield isList ? '[' : '{'
  for (const [at, [key, one]] of entries.entries()) {
    yield `${at === 0 ? '' : ','}${isList ? '' : `${JSON.stringify(key)}:`}`
    yield* jsonParts(one, level + 1)
  }
  yield isList ? ']' : '}'
}
