/** The pages of a list, one after the other: each names the one after it, and the last none. */
export async function readPages<Page extends { readonly next: string | null }>(
  readPage: (query: { readonly after?: string }) => Promise<Page>,
): Promise<readonly [Page, ...Page[]]> {
  const pages: [Page, ...Page[]] = [await readPage({})]
  for (let after = pages[0].next; after !== null; ) {
    const page = await readPage({ after })
    pages.push(page)
    after = page.next
  }
  return pages
}
