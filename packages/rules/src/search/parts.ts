/** What to search: the member's products, or the portal's pages and content. */
export interface SearchParts {
  readonly products: boolean
  readonly content: boolean
}

/**
 * Reads productEnabled and contentEnabled from an address (RT-6): true, with or without quotes, means on. An address that names
 * neither searches both.
 */
export function searchParts(query: Readonly<Record<string, string>>): SearchParts {
  const { productEnabled, contentEnabled } = query
  if (productEnabled === undefined && contentEnabled === undefined) return { products: true, content: true }
  return { products: isTrue(productEnabled), content: isTrue(contentEnabled) }
}

function isTrue(value: string | undefined): boolean {
  return /^(['"]?)true\1$/i.test(value?.trim() ?? '')
}
