/** Whether two values are the same JSON, whatever the order of their keys. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) || Array.isArray(other))
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((value, at) => isSameJson(value, other[at]))
    )
  return includesSame(one as Said, other as Said) && includesSame(other as Said, one as Said)
}

type Said = Readonly<Record<string, unknown>>

/** Whether one object contains everything in the other. */
function includesSame(one: Said, other: Said): boolean {
  for (const key in one) if (!isSameJson(one[key], other[key])) return false
  return true
}
