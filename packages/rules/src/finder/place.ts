/** Where to look: a ZIP code, or a town with or without its state. */
export type AskedPlace =
  | { readonly kind: 'zip'; readonly zip: string }
  | { readonly kind: 'town'; readonly town: string; readonly state: string | null }

/** Reads a place as typed: `15222`, `15222-1234`, `Erie`, `Erie, PA`, `erie pa`; null: nothing was typed. */
export function readPlace(text: string): AskedPlace | null {
  const plain = text.trim().replace(/\s+/g, ' ')
  const zip = /^(\d{5})(-?\d{4})?$/.exec(plain)?.[1]
  if (zip !== undefined) return { kind: 'zip', zip }
  if (!/\p{L}/u.test(plain)) return plain === '' ? null : { kind: 'zip', zip: plain }
  const [, town = plain, state] = /^(.+?)[\s,]+([a-z]{2})\.?(?:\s+\d{5})?$/i.exec(plain) ?? []
  return { kind: 'town', town, state: state?.toUpperCase() ?? null }
}

/** Takes the place off the end of a search: `dentist 15222`, `heart doctor in Erie`, `pediatra cerca de Fargo ND`. */
export function placeInText(text: string): { readonly text: string; readonly place: string | null } {
  const plain = text.trim()
  const zip = /^(.*\S)\s+(?:(?:in|near|around|en|cerca de)\s+)?(\d{5})$/i.exec(plain)
  if (zip) return { text: zip[1] ?? '', place: zip[2] ?? null }
  const town = /^(.*\S)\s+(?:in|near|around|en|cerca de)\s+([\p{L}.' -]{3,40}(?:,?\s[a-z]{2})?)$/iu.exec(plain)
  const named = town?.[2] ?? ''
  // "near me" names no town, and neither does "pain in my knee".
  if (town === null || /^(me|my|mi|the|el|la|los|las|both|one|mis|left|right)\b/i.test(named))
    return { text: plain, place: null }
  return { text: town[1] ?? '', place: named }
}
