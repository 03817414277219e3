import type { BodyOf } from '@portico/contract/call'
import { contentInfo, explainContent, tooltips } from '@portico/contract/calls/content'
import { requestProblem } from '@portico/rules/content/request'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { ContentService, ContentWish } from './service.ts'
import { readTooltips } from './tooltips.ts'

export function bindContent(binder: Binder, content: ContentService): void {
  binder.bind(contentInfo, ({ body }, { language }) => content.answer(readWishes(body), language))
  binder.bind(explainContent, ({ query }) => content.explain(query))
  binder.bind(tooltips, ({ query }, { language }) => readTooltips(content, { brand: query.brand, language }))
}

/** The requested items, in either form of a request; throws what is missing (CT-2). */
function readWishes(body: BodyOf<typeof contentInfo>): ContentWish[] {
  const wishes = Array.isArray(body)
    ? body
    : body.data.map((name) => ({
        name,
        qualifiers: [
          { name: 'brand' as const, value: body.brand },
          { name: 'relationship' as const, value: body.relationshipCode },
        ],
      }))
  const problem = requestProblem(wishes)
  if (problem !== null) throw new CallError('FIELD-INVALID', { details: [problem] })
  return wishes.filter((wish) => wish !== null)
}
