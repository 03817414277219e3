import { contentInfo, explainContent, tooltips } from '@portico/contract/calls/content'
import * as consoleCalls from '@portico/contract/calls/content-console'
import type { Binder } from '../http/bind.ts'
import type { ContentConsole } from './console.ts'
import type { ContentService } from './service.ts'
import { readTooltips } from './tooltips.ts'

export function bindContent(binder: Binder, content: ContentService, desk: ContentConsole): void {
  binder.bind(contentInfo, ({ body }, { language }) => content.answer(body, language))
  binder.bind(explainContent, ({ query }) => content.explain(query))
  binder.bind(tooltips, ({ query }, { language }) => readTooltips(content, { brand: query.brand, language }))

  binder.bind(consoleCalls.contentItems, ({ query, principal }, context) => desk.list({ principal, ...context }, query))
  binder.bind(consoleCalls.contentVersions, ({ body, principal }, context) =>
    desk.versions({ principal, ...context }, body),
  )
  binder.bind(consoleCalls.writeContent, ({ body, principal }, context) => desk.write({ principal, ...context }, body))
  binder.bind(consoleCalls.stepContent, ({ body, principal }, context) => desk.step({ principal, ...context }, body))
  binder.bind(consoleCalls.releaseContent, ({ body, principal }, context) =>
    desk.release({ principal, ...context }, body),
  )
  binder.bind(consoleCalls.contentReleases, ({ principal }, context) => desk.releases({ principal, ...context }))
  binder.bind(consoleCalls.undoRelease, ({ body, principal }, context) => desk.undo({ principal, ...context }, body))
  binder.bind(consoleCalls.explainContentFor, ({ body, principal }, context) =>
    desk.explain({ principal, ...context }, body),
  )
}
