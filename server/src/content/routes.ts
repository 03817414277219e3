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

  binder.bind(consoleCalls.contentItems, ({ query }, asking) => desk.list(asking, query))
  binder.bind(consoleCalls.contentVersions, ({ body }, asking) => desk.versions(asking, body))
  binder.bind(consoleCalls.writeContent, ({ body }, asking) => desk.write(asking, body))
  binder.bind(consoleCalls.stepContent, ({ body }, asking) => desk.step(asking, body))
  binder.bind(consoleCalls.releaseContent, ({ body }, asking) => desk.release(asking, body))
  binder.bind(consoleCalls.contentReleases, (_input, asking) => desk.releases(asking))
  binder.bind(consoleCalls.undoRelease, ({ body }, asking) => desk.undo(asking, body))
  binder.bind(consoleCalls.explainContentFor, ({ body }, asking) => desk.explain(asking, body))
}
