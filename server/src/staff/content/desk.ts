import type { PayloadOf } from '@portico/contract/call'
import type * as calls from '@portico/contract/calls/content-console'
import { everyBrand } from '@portico/rules/brand/every'
import { contentDeclared } from '@portico/rules/content/declared'
import { contentProblems } from '@portico/rules/content/judge'
import type { BrandService } from '../../brands/brand/service.ts'
import { type ContentSet, type ContentSource, readContent } from '../../brands/content/source.ts'
import { listReleased } from '../../brands/content/store.ts'
import { type Database, type Reader, runIn, type Tx } from '../../platform/db/database.ts'
import { CallError, refuseFields } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { type Author, requireAuthor } from './authors.ts'
import { itemAt, type ReplyDesk } from './console-items.ts'
import * as store from './console-store.ts'

export type Item = PayloadOf<typeof calls.writeContent>['item']

/** What the console depends on. */
export interface ConsoleParts {
  readonly database: Database
  readonly brands: BrandService
  readonly source: ContentSource
}

/** An author, with a lock that makes all authors' changes wait for each other. */
export async function lockAsAuthor(
  { brands }: Pick<ConsoleParts, 'brands'>,
  tx: Tx,
  context: CallContext<Principal>,
): Promise<Author> {
  const author = await requireAuthor(tx, brands, context)
  await store.lockContent(tx)
  return author
}

/** The desk within a change that is under way. */
export async function readDeskIn(tx: Tx, author: Author, context: CallContext<Principal>): Promise<ReplyDesk> {
  return readDesk(tx, await readContent(runIn(tx)), author, context)
}

/** What an author sees: the texts in force, and the latest versions that they may see. */
export async function readDesk(
  db: Reader,
  set: ContentSet,
  author: Author,
  { now }: CallContext<Principal>,
): Promise<ReplyDesk> {
  const versions = await store.latestVersions(db, author.brands && [everyBrand, ...author.brands])
  return {
    author,
    now,
    set,
    findReleased: await listReleased(db),
    latest: new Map(versions.map((one) => [store.toItemKey(one), one])),
  }
}

export function isLatest(desk: ReplyDesk, version: store.KnownVersion): boolean {
  return desk.latest.get(store.toItemKey(version))?.version_id === version.version_id
}

export function findItem(desk: ReplyDesk, key: store.ItemKey): Item {
  const item = itemAt(desk, key)
  if (item === null) throw new CallError('NOT-FOUND')
  return item
}

/** NOT-FOUND for content of brands that they may not change; WRONG-ROLE if they may, but not in this way. */
export function refuseAuthor(author: Author, brand: string, missing = false): CallError {
  return new CallError(missing || (brand !== '' && !author.mayChange(brand)) ? 'NOT-FOUND' : 'WRONG-ROLE')
}

/** Refuses a text with problems, field by field. */
export function requireSound(
  name: string,
  released: { value: string; type: string | null },
  value: string | null,
): void {
  const declared = contentDeclared(name, released.type)
  if (value === null || declared === null) return
  const problems = contentProblems(declared, released.value, value)
  refuseFields(problems.map(({ path, code }) => ({ field: path === '' ? 'value' : `value.${path}`, code })))
}
