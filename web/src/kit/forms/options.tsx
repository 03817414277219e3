import type { Key } from 'react'

interface OptionsProps<Item> {
  /** Undefined until they are known. */
  readonly of: readonly Item[] | undefined
  readonly text: (item: Item) => string | number
  /** The language of the texts, where it is not the page's. */
  readonly lang?: string | undefined
}

/** Options of a select, one per item; `value` is left out if the items are the values themselves. */
export function Options<Item>({
  of,
  text,
  value,
  lang,
}: OptionsProps<Item> & (Item extends Key ? { readonly value?: undefined } : { readonly value: (item: Item) => Key })) {
  return of?.map((item) => {
    const key = value === undefined ? (item as Key) : value(item)
    return (
      <option key={key} value={String(key)} lang={lang}>
        {text(item)}
      </option>
    )
  })
}
