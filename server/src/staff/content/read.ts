import type { BodyOf, PayloadOf, QueryOf } from '@portico/contract/call'
import type * as calls from '@portico/contract/calls/content-console'
import { everyBrand } from '@portico/rules/brand/every'
import { explainMatch } from '@portico/rules/content/match'
import { authoredLanguages } from '@portico/rules/languages/authored'
import { listLanguages } from '../../brands/content/service.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { contentBrands, requireAuthor, requireReadable } from './authors.ts'
import { itemAt, itemsFor, type ReplyDesk, toRelease, toVersion } from './console-items.ts'
import * as store from './console-store.ts'
import { type ConsoleParts, type Item, readDesk } from './desk.ts'

/** The texts of a brand, as released and as drafted. */
export async function listItems(
  parts: ConsoleParts,
  context: CallContext<Principal>,
  { brand }: QueryOf<typeof calls.contentItems>,
): Promise<PayloadOf<typeof calls.contentItems>> {
  const { database, brands, source } = parts
  const author = await requireAuthor(database.read, brands, context)
  requireReadable(author, brands, brand)
  const desk = await readDesk(database.read, await source.read(), author, context)
  const items = itemsFor(desk, brand)
  const names = [...new Set(items.map(({ name }) => name))]
  return {
    items,
    released: Object.fromEntries([
      ...names.map((name) => [name, desk.findReleased(name)?.value ?? ''] as const),
      ...items.flatMap((item) => listOwnReleased(desk, item)),
    ]),
    brands: contentBrands(author, brands, context.language),
    mayApprove: author.mayApprove,
    writes: author.writes,
    writable:
      author.writes !== 'nothing'
        ? [everyBrand, ...contentBrands(author, brands, 'en').map(({ code }) => code)].filter(author.mayChange)
        : [],
  }
}

/** All versions of a text, newest first. Throws NOT-FOUND. */
export async function listVersions(
  parts: ConsoleParts,
  context: CallContext<Principal>,
  key: BodyOf<typeof calls.contentVersions>,
): Promise<PayloadOf<typeof calls.contentVersions>> {
  const { database, brands, source } = parts
  const author = await requireAuthor(database.read, brands, context)
  requireReadable(author, brands, key.brand)
  const desk = await readDesk(database.read, await source.read(), author, context)
  if (itemAt(desk, key) === null) throw new CallError('NOT-FOUND')
  const rows = await store.listVersions(database.read, key)
  return { versions: rows.map((row) => toVersion(desk, row)) }
}

/** The releases, and which of them can be undone. */
export async function listReleases(
  { database, brands }: ConsoleParts,
  context: CallContext<Principal>,
): Promise<PayloadOf<typeof calls.contentReleases>> {
  const author = await requireAuthor(database.read, brands, context)
  const rows = await store.listReleases(database.read, author.brands)
  const ids = rows.map(({ release_id: id }) => id)
  const items = await store.itemsReleased(database.read, ids)
  const theirs = items.filter(({ brand }) => author.brands === null || author.brands.includes(brand))
  return {
    releases: rows.map((row) => ({
      ...toRelease(author, row, theirs),
      mayUndo: toRelease(author, row, items).mayUndo,
    })),
  }
}

/** Which text a brand, language and qualifiers lead to, and why not the others. */
export async function explainContent(
  { database, brands, source }: ConsoleParts,
  context: CallContext<Principal>,
  { name, brand, language, qualifiers }: BodyOf<typeof calls.explainContentFor>,
): Promise<PayloadOf<typeof calls.explainContentFor>> {
  const author = await requireAuthor(database.read, brands, context)
  requireReadable(author, brands, brand)
  // The languages console shows machine translations next to their English; here they would only distract.
  const rows = (await source.read())
    .listNamed(name)
    .filter((one) => authoredLanguages.some((of) => of === one.language))
  const theirs = rows.filter(
    (one) => one.brand === everyBrand || author.brands === null || author.brands.includes(one.brand),
  )
  const items = theirs.map(({ content_type: contentType, ...row }) => ({ ...row, contentType }))
  const asked = { brand, languages: listLanguages(language), qualifiers }
  return {
    candidates: explainMatch(items, asked).map(({ item, verdict }) => ({
      brand: item.brand,
      language: item.language,
      qualifiers: { ...item.qualifiers },
      value: item.value,
      edited: item.origin === 'edited',
      verdict,
    })),
  }
}

/** A brand's own released text, if it differs from the common one. */
function listOwnReleased(desk: ReplyDesk, { name, brand }: Pick<Item, 'name' | 'brand'>): [string, string][] {
  const own = desk.findReleased(name, brand)
  return own === null || own.value === desk.findReleased(name)?.value ? [] : [[`${name} ${brand}`, own.value]]
}
