type Json = Record<string, unknown>

/** What OS-20 leaves of a source, without ids and references. */
export function comparable(value: unknown, isResource = true): unknown {
  if (Array.isArray(value)) return value.map((one) => comparable(one, false))
  if (typeof value !== 'object' || value === null) return value
  const { reference, ...rest } = value as Json
  const isReference = typeof reference === 'string' && !reference.startsWith('#')
  const entries = Object.entries(rest).flatMap(([name, one]) => {
    if (isResource && ['meta', 'text'].includes(name)) return []
    if (isReference && ['id', 'type'].includes(name)) return []
    const kept = name === 'identifier' && Array.isArray(one) ? one.filter((each) => !isPrivate(each)) : one
    if (Array.isArray(kept) && kept.length === 0) return []
    const made =
      name === 'contained' && Array.isArray(kept) ? kept.map((each) => comparable(each)) : comparable(kept, false)
    return [[name, made] as const]
  })
  // A reference whose target is missing has an id and a type in its place.
  const isLogical =
    typeof rest.type === 'string' && Object.keys(rest).every((name) => ['type', 'display', 'identifier'].includes(name))
  const isMissing = isLogical || /^[A-Z]\w+\.[0-9a-f-]{36}(\.t)?$/.test(String(rest.id ?? ''))
  const { id: _, type: __, ...others } = Object.fromEntries(entries)
  return isReference || isMissing ? others : Object.fromEntries(entries)
}
const isPrivate = (identifier: Json) =>
  /ssn/.test(String(identifier.system)) ||
  ['SS', 'DL', 'PPN', 'SB'].includes(((identifier.type as Json)?.coding as Json[])?.[0]?.code as string)

/** Puts the names of objects in one order, for JSON.stringify. */
export const sortKeys = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value
