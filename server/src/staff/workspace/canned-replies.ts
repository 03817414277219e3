import type { PayloadOf } from '@portico/contract/call'
import type { cannedReplies } from '@portico/contract/calls/canned-replies'
import { everyBrand } from '@portico/rules/brand/every'
import { parseReplyId } from '@portico/rules/content/declared'
import { authoredLanguages } from '@portico/rules/languages/authored'
import * as v from 'valibot'
import type { BrandService } from '../../brands/brand/service.ts'
import type { StoredContent } from '../../brands/content/content-statement.ts'
import type { ContentSource } from '../../brands/content/source.ts'
import { requireDeskScope, type Scope, worksFor } from '../../identity/rights/scope.ts'
import type { Database } from '../../platform/db/database.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'

type Reply = PayloadOf<typeof cannedReplies>['replies'][number]

const Words = v.pipe(v.string(), v.parseJson(), v.object({ title: v.string(), text: v.string() }))

interface ReplyParts {
  readonly database: Database
  readonly brands: BrandService
  readonly content: ContentSource
}

/** Canned replies for the brands of the person who answers, and for every brand (MC-6); authors write them, others approve them (CT-4). */
export async function readCannedReplies(
  { database, brands, content }: ReplyParts,
  { principal }: Pick<CallContext<Principal>, 'principal'>,
): Promise<PayloadOf<typeof cannedReplies>> {
  const scope = await requireDeskScope(database.read, principal)
  const replies = (await content.read()).listTyped('Reply').flatMap((row) => buildReplies(brands, scope, row))
  return { replies: replies.sort((a, b) => a.title.localeCompare(b.title, a.language) || (a.brand < b.brand ? -1 : 1)) }
}

/** A text for a shared code becomes a reply for each brand with the code. Texts for only some readers are not desk replies. */
function buildReplies(brands: BrandService, scope: Scope, row: StoredContent): Reply[] {
  const replyId = parseReplyId(row.name)
  const language = authoredLanguages.find((one) => one === row.language)
  const read = v.safeParse(Words, row.value)
  if (replyId === null || language === undefined || !read.success || Object.keys(row.qualifiers).length > 0) return []
  const { title, text } = read.output
  const codes =
    row.brand === everyBrand
      ? [everyBrand]
      : brands.all
          .filter(({ brand }) => brand.sharedBrandCode === row.brand && worksFor(scope, brand.code))
          .map(({ brand }) => brand.code)
  return codes.map((brand) => ({ replyId, brand, language, title, text }))
}
