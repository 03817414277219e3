import type { BodyOf } from '@portico/contract/call'
import { contentInfo, explainContent, tooltips } from '@portico/contract/calls/content'
import * as consoleCalls from '@portico/contract/calls/content-console'
import { requestProblem } from '@portico/rules/content/request'
import type { Binder } from '../http/bind.ts'
import { CallError } from '../http/call-error.ts'
import type { ContentConsole } from './console.ts'
import type { ContentService, ContentWish } from './service.ts'
import { readTooltips } from './tooltips.ts'

export function bindContent(binder: Binder, content: ContentService, desk: ContentConsole): void {
  binder.bind(contentInfo, ({ body }, { language }) => content.answer(wishesOf(body), language))
  binder.bind(explainContent, ({ query }) => content.explain(query))
  binder.bind(tooltips, ({ query }, { language }) => readTooltips(content, { brand: query.brand, language }))

  binder.bind(consoleCalls.contentItems, ({ query }, asking) => desk.list(asking, query))
  binder.bind(consoleCalls.contentVersions, ({ body }, asking) => desk.versions(asking, body))
  binder.bind(consoleCalls.writeContent, ({ body }, asking) => desk.write(asking, body))
  binder.bind(consoleCalls.stepContent, ({ body }, asking) => desk.step(asking, body))
  binder.bind(consoleCalls.releaseContent, ({ body }, asking) => desk.release(asking, body))
  binder.bind(consoleCalls.contentReleases, (_input, asking) => desk.releases(asking))
  binder.bind(consoleCalls.undoRelease, ({ body }, asking) => desk.undo(asking, body))
  binder.bind(consoleCalls.explainContentFor, ({ body }, asking) => desk.explain(asking, body))
}

/** The wishes of a request, in either of its forms; throws what is missing (CT-2). */
function wishesOf(body: BodyOf<typeof contentInfo>): ContentWish[] {
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
