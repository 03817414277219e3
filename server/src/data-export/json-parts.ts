/** Levels of objects and lists that are written one by one; what is in them is written whole. */
const levels = 4

/** JSON of a value, without indentation, in small pieces: a person's records one after the other. */
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
