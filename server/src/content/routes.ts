import { contentInfo, explainContent, tooltips } from '@portico/contract/calls/content'
import type { Binder } from '../http/bind.ts'
import type { ContentService } from './service.ts'
import { readTooltips } from './tooltips.ts'

export function bindContent(binder: Binder, content: ContentService): void {
  binder.bind(contentInfo, ({ body }, { language }) => content.answer(body, language))
  binder.bind(explainContent, ({ query }) => content.explain(query))
  binder.bind(tooltips, ({ query }, { language }) => readTooltips(content, { brand: query.brand, language }))
}
